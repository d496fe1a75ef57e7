import { SLOT } from '../load/template.ts';
import { IMPORT_ID, LEDGER } from './account.ts';

/** A transaction as posted. */
export type PostedTransaction = Readonly<Record<string, unknown>> & {
  readonly transaction_date: string;
  readonly note?: string;
};

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
const asText = (value: unknown): string | null => (value === undefined ? null : String(value));

/** Returns the stored row. @param billingDocument null for a transaction that belongs only to its ledger. */
export const toTransactionRow = (one: PostedTransaction, billingDocument: string | null) => {
  const isMoved = billingDocument === null && one.transaction_date < LEDGER.from;
  const moved = `${one.note}\nTransaction date changed from ${one.transaction_date} to ${LEDGER.from}: outside the open statement period ${LEDGER.from} to ${LEDGER.to}.`;
  return {
    account_id: SLOT.key,
    transaction_id: asText(one.transaction_id),
    occurrence: 0,
    ledger_number: LEDGER.number,
    transaction_date: isMoved ? LEDGER.from : one.transaction_date,
    amount: asText(one.amount),
    type: asText(one.type),
    reason: asText(one.reason),
    payment_type: asText(one.payment_type),
    reference: asText(one.reference),
    note: isMoved ? moved : asText(one.note),
    display_note: asText(one.display_note),
    product_code: asText(one.product_code),
    line_items: asJson(one.line_items),
    tax_items: asJson(one.tax_items),
    submitted_date: isMoved ? one.transaction_date : null,
    submitted_note: isMoved ? asText(one.note) : null,
    billing_document: billingDocument,
    import_id: IMPORT_ID,
  };
};
