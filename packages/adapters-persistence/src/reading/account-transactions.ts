import type { StoredTransaction } from '@carryover/application/ports/account-reader';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { toTransaction } from '../imports/transaction-row.ts';
import { LedgerTransaction } from '../schema/entities/ledger-transaction.ts';
import { lineItems, taxItems } from '../schema/stored-json.ts';
import { calendarDate, checked, oneOf, orNull } from '../schema/stored-value.ts';

const text = orNull(t.string);
const transactionRow = t.type({
  ledgerNumber: t.string,
  transactionId: t.string,
  occurrence: t.number,
  transactionDate: calendarDate,
  amount: t.string,
  type: oneOf(TRANSACTION_TYPES),
  reason: text,
  paymentType: text,
  reference: text,
  note: text,
  displayNote: text,
  productCode: text,
  lineItems: orNull(lineItems),
  taxItems: orNull(taxItems),
  submittedDate: orNull(calendarDate),
  submittedNote: text,
  billingDocument: text,
  importId: t.string,
});

const toStored = (row: t.TypeOf<typeof transactionRow>): StoredTransaction => ({
  ledgerNumber: row.ledgerNumber,
  transaction: toTransaction({
    transaction_id: row.transactionId,
    transaction_date: row.transactionDate,
    amount: row.amount,
    type: row.type,
    reason: row.reason,
    payment_type: row.paymentType,
    reference: row.reference,
    note: row.note,
    display_note: row.displayNote,
    product_code: row.productCode,
    line_items: row.lineItems,
    tax_items: row.taxItems,
  }),
  submittedDate: row.submittedDate,
  submittedNote: row.submittedNote,
  occurrence: row.occurrence,
  importId: row.importId,
  billingDocument: row.billingDocument,
});

/** Reads an account's transactions by date, oldest first. There may be 100,000: entities would take six times the memory. */
export const findTransactions = async (
  em: EntityManager,
  of: { readonly accountId: string },
): Promise<ReadonlyArray<StoredTransaction>> => {
  const rows = await em
    .createQueryBuilder(LedgerTransaction)
    .where(of)
    .orderBy({ transactionDate: 'asc', transactionId: 'asc', occurrence: 'asc' })
    .execute();
  return rows.map((row) => toStored(checked(transactionRow, row)));
};
