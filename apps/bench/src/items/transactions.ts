import { makeRandom } from '@carryover/loader/sample/random';
import { charge, credit, day, payment, supplyCharge } from '@carryover/loader/sample/transactions';
import { SLOT } from '../load/template.ts';
import { accountFields } from './account.ts';
import { type CopyRows, toCopyRows } from './copy-text.ts';
import type { Content, Kind } from './kind.ts';
import { type PostedTransaction, toTransactionRow } from './transaction-row.ts';

/** Of ten transactions four are payments, three charges, two supply charges and one a credit. */
const MIXED = [payment, charge, supplyCharge, payment, charge, payment, credit, supplyCharge, charge, payment];

export const makeTransactions = (
  { items, variant, mix }: Pick<Content, 'items' | 'variant' | 'mix'>,
  month: string,
): ReadonlyArray<PostedTransaction> => {
  const random = makeRandom(variant + 1);
  return Array.from({ length: items }, (_, index) => ({
    transaction_id: `T-${SLOT.item}`,
    transaction_date: day(month, random),
    ...(mix === 'plain' ? payment : MIXED[(index + variant) % MIXED.length]!)(random),
  }));
};

const contents = (content: Content) => makeTransactions(content, content.isMoved ? '2025-11' : '2026-06');

export const transactions: Kind = {
  path: '/v1/data-import/transactions/create/',
  table: 'ledger_transaction',
  recordedItems: (items) => items,
  body: (content) => ({ ...accountFields, transactions: contents(content) }),
  rows: (content): ReadonlyArray<CopyRows> => [
    toCopyRows(
      'ledger_transaction',
      contents(content).map((one) => toTransactionRow(one, null)),
    ),
  ],
};
