import type { Decimal } from './decimal.ts';
import { TRANSACTION_TYPES } from './transaction.ts';

/** Items that a control total only counts: they have no amount to sum. */
export const COUNTED_TYPES = ['NOTE', 'STATEMENT', 'BILLING_DOCUMENT'] as const;
export type CountedType = (typeof COUNTED_TYPES)[number];

/** Everything a control total can be of, in the order of a report. */
export const TOTAL_TYPES = [...TRANSACTION_TYPES, ...COUNTED_TYPES] as const;
export type TotalType = (typeof TOTAL_TYPES)[number];

export const isCountedType = (type: TotalType): type is CountedType =>
  COUNTED_TYPES.some((counted) => counted === type);

/** How many items of a type there are, and the exact sum of their amounts; zero if they are only counted. */
export type Total = { readonly count: number; readonly sum: Decimal };

/** What a total is of. Notes and statements belong to the account alone: their ledger number is empty. */
export type TotalKey = {
  readonly externalAccountNumber: string;
  readonly ledgerNumber: string;
  readonly type: TotalType;
};

/** A control total: what the client says has been sent, or what is stored. */
export type ControlTotal = TotalKey & Total;

/** A total that does not agree; what is not stored, or not expected, counts zero. */
export type TotalDifference = TotalKey & { readonly expected: Total; readonly actual: Total };

export const agrees = (expected: Total, actual: Total): boolean =>
  expected.count === actual.count && expected.sum.equals(actual.sum);

/** One text for each key: the length says where the account number ends. */
export const keyOf = ({ externalAccountNumber, ledgerNumber, type }: TotalKey): string =>
  `${type} ${externalAccountNumber.length} ${externalAccountNumber} ${ledgerNumber}`;
