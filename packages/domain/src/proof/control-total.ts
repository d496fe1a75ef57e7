import { type Decimal, ZERO } from '../decimal.ts';
import { TRANSACTION_TYPES } from '../transaction.ts';

/** Types of which a control total has only a count, because they have no amount. */
export const COUNTED_TYPES = ['NOTE', 'STATEMENT', 'BILLING_DOCUMENT'] as const;
export type CountedType = (typeof COUNTED_TYPES)[number];

/** All types of control totals, in the order of a report. */
export const TOTAL_TYPES = [...TRANSACTION_TYPES, ...COUNTED_TYPES] as const;
export type TotalType = (typeof TOTAL_TYPES)[number];

export const isCountedType = (type: TotalType): type is CountedType =>
  COUNTED_TYPES.some((counted) => counted === type);

/** The number of items of a type and the exact sum of their amounts; the sum is zero if they are only counted. */
export type Total = { readonly count: number; readonly sum: Decimal };
export const NOTHING: Total = { count: 0, sum: ZERO };

/** The key of a total. Notes and statements do not belong to a ledger: their ledger number is empty. */
export type TotalKey = {
  readonly externalAccountNumber: string;
  readonly ledgerNumber: string;
  readonly type: TotalType;
};

/** A control total: as given by the client, or as stored. */
export type ControlTotal = TotalKey & Total;

/** A total that differs; a side without it counts as zero. */
export type TotalDifference = TotalKey & { readonly expected: Total; readonly actual: Total };

const totalOf = ({ count, sum }: Total): Total => ({ count, sum });

/** Returns the expected and the stored total of a key. */
export const pairOf = (
  { externalAccountNumber, ledgerNumber, type }: TotalKey,
  expected: Total,
  actual: Total,
): TotalDifference => ({
  externalAccountNumber,
  ledgerNumber,
  type,
  expected: totalOf(expected),
  actual: totalOf(actual),
});

/** Returns one total less another; both are of the same type. */
export const minus = (one: Total, other: Total): Total => ({
  count: one.count - other.count,
  sum: one.sum.minus(other.sum),
});

export const agrees = (expected: Total, actual: Total): boolean =>
  expected.count === actual.count && expected.sum.equals(actual.sum);

/** Returns a unique text per key: the length marks the end of the account number. */
export const keyOf = ({ externalAccountNumber, ledgerNumber, type }: TotalKey): string =>
  `${type} ${externalAccountNumber.length} ${externalAccountNumber} ${ledgerNumber}`;
