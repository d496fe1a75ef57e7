import type { AccountSummary } from '@carryover/client/types/account-summary';
import type { ControlTotal } from '@carryover/client/types/control-total';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES, type TransactionType } from '@carryover/domain/transaction';
import type { Tally } from '../loading/result.ts';
import type { Account } from '../steps/item.ts';
import { addedUp, type Expected } from './expected.ts';
import type { Figures } from './type-totals.ts';

/** A total of an account that is not as expected. */
export type TotalDifference = {
  readonly account: Account;
  /** Empty for items of no ledger. */
  readonly ledger: string;
  readonly type: string;
  readonly expected: Figures;
  readonly actual: Figures;
};

/** The own items of an account, as the service can compare it: totals of transactions, and differences of mere counts. */
type AccountTotals = {
  readonly totals: ReadonlyArray<ControlTotal>;
  readonly differences: ReadonlyArray<TotalDifference>;
};

export const isTransactionType = (type: string): type is TransactionType =>
  TRANSACTION_TYPES.some((known) => known === type);

const storedCount = (summary: AccountSummary | null, { ledger, type }: Tally): number => {
  switch (type) {
    case 'NOTE':
      return summary?.notes.count ?? 0;
    case 'STATEMENT':
      return summary?.statements.count ?? 0;
    case 'PAYMENT_INSTRUCTION':
      return summary?.payment_instruction == null ? 0 : 1;
    case 'BILLING_DOCUMENT':
      return summary?.ledgers.find(({ ledger_number: number }) => number === ledger)?.billing_documents.count ?? 0;
    default:
      // A type that the service does not know is never stored.
      return 0;
  }
};

const countDifference = (
  account: Account,
  summary: AccountSummary | null,
  tally: Tally,
): ReadonlyArray<TotalDifference> => {
  const { ledger, type, count, sum } = tally;
  const actual = storedCount(summary, tally);
  if (actual === count) return [];
  const expected = { count, sum: toMoney(new Decimal(sum)) };
  return [{ account, ledger: ledger ?? '', type, expected, actual: { count: actual, sum: '0.00' } }];
};

/** @param summary of the account; null if the service does not know it. */
export const totalsOf = ({ account, tallies }: Expected, summary: AccountSummary | null): AccountTotals => {
  // The summary begins with the main ledger, which transactions go to that name none (decisions 2, 5).
  const main = summary?.ledgers[0]?.ledger_number;
  const isCompared = ({ type }: Tally): boolean => main !== undefined && isTransactionType(type);
  const amounts = addedUp(tallies.filter(isCompared).map((tally) => ({ ...tally, ledger: tally.ledger ?? main! })));
  return {
    totals: amounts.map(({ ledger, type, count, sum }) => ({
      external_account_number: account.number,
      ledger_number: ledger!,
      type: type as TransactionType,
      count,
      sum: toMoney(new Decimal(sum)),
    })),
    differences: tallies
      .filter((tally) => !isCompared(tally))
      .flatMap((tally) => countDifference(account, summary, tally)),
  };
};
