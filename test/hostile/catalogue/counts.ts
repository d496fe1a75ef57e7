import { DOCUMENT, history, toComparison, toNotes, toStatements, toTransactions } from './bodies.ts';
import { post } from './request.ts';
import type { Row } from './row.ts';

const many = <A>(count: number, of: (at: number) => A) => Array.from({ length: count }, (_, at) => of(at));
/** One more than a request may have (decisions 3). */
export const COUNTS: ReadonlyArray<Row> = [
  ['10,001 notes', toNotes({ notes: many(10_001, () => ({ body: 'a' })) }), 400, 'max_items', 'notes'],
  ['10,001 transactions', toTransactions({ transactions: many(10_001, () => 1) }), 400, 'max_items', 'transactions'],
  ['10,001 statements', toStatements({ statements: many(10_001, () => null) }), 400, 'max_items', 'statements'],
  [
    '10,001 totals',
    toComparison({ external_account_number: undefined, totals: many(10_001, () => ({})) }),
    400,
    'max_items',
    'totals',
  ],
  [
    '5,001 documents',
    history({ historical_billing_documents: many(5_001, () => ({})) }),
    400,
    'max_items',
    'historical_billing_documents',
  ],
  [
    '25,001 transactions of history',
    history({
      historical_billing_documents: [DOCUMENT],
      additional_historical_transactions: many(25_001, () => 1),
    }),
    400,
    'max_items',
    'additional_historical_transactions',
  ],
  ['10,000 notes that are none', toNotes({ notes: many(10_000, () => 1) }), 400, 'invalid', 'notes.0'],
  ['a hundred thousand empty lists', toNotes({ notes: many(100_000, () => []) }), 400, 'max_items', 'notes'],
  [
    'a million and a half numbers',
    post('/v1/data-import/accounts/summary/', `[${'1,'.repeat(1_500_000)}1]`),
    413,
    'payload_too_large',
  ],
];
