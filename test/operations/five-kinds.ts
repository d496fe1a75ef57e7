import { CARD } from '../support/bodies.ts';

/** One request of each kind, in the order a client sends them. */
export const KINDS = [
  'notes',
  'transactions',
  'historical-billing-documents',
  'historical-statements',
  'payment-instruction',
] as const;
export type Kind = (typeof KINDS)[number];

/** The account's own ledger, as `theAccounts` below makes it. */
const LEDGER = { ledger_number: 'L-1', ledger_code: 'ELECTRICITY' };

/** Accounts for `account import`: imported, each with a main ledger whose period is open. */
export const theAccounts = (numbers: ReadonlyArray<string>): string =>
  numbers
    .map((external_account_number) =>
      JSON.stringify({
        external_account_number,
        status: 'IMPORTED',
        ledgers: [{ ...LEDGER, open_statement: { from: '2026-01-01' } }],
      }),
    )
    .join('\n');

const transactions = (name: string, items: number) =>
  Array.from({ length: items }, (_, at) => ({
    transaction_id: `${name}-${at}`,
    transaction_date: '2026-01-05',
    amount: `${at + 1}.05`,
    type: 'CHARGE',
  }));

/** The fields of a request other than the account. Its items are named after `name`, so that each can be found again. */
export const payloadOf = (kind: Kind, name: string, items: number): object => {
  switch (kind) {
    case 'notes':
      return { notes: Array.from({ length: items }, (_, at) => ({ body: `${name}-${at}` })) };
    case 'transactions':
      return { transactions: transactions(name, items) };
    case 'historical-billing-documents':
      return {
        ...LEDGER,
        billing_document_type: 'ITEM_BASED',
        historical_billing_documents: Array.from({ length: items }, (_, at) => ({
          billing_document_identifier: `${name}-${at}`,
          billing_document_type: 'ITEM_BASED',
          issued_date: '2025-11-30',
          transactions: transactions(`${name}-${at}`, 2),
        })),
      };
    case 'historical-statements':
      return {
        statements: Array.from({ length: items }, (_, at) => ({
          statement_id: `${name}-${at}`,
          bill_period_from_date: '2025-10-01',
          bill_period_to_date: '2025-10-31',
          issued_date: '2025-11-01',
          number: `${at}`,
          gross_amount: `${at}.10`,
        })),
      };
    case 'payment-instruction':
      return CARD;
  }
};
