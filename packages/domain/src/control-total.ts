import { type Decimal, toMoney, ZERO } from './decimal.ts';
import { TRANSACTION_TYPES } from './transaction.ts';

/** Types of which a control total has only a count, because they have no amount. */
export const COUNTED_TYPES = ['NOTE', 'STATEMENT', 'BILLING_DOCUMENT', 'PAYMENT_INSTRUCTION'] as const;
export type CountedType = (typeof COUNTED_TYPES)[number];

/** All types of control totals, in the order of a report. */
export const TOTAL_TYPES = [...TRANSACTION_TYPES, ...COUNTED_TYPES] as const;
export type TotalType = (typeof TOTAL_TYPES)[number];

export const isCountedType = (type: TotalType): type is CountedType =>
  COUNTED_TYPES.some((counted) => counted === type);

/** The number of items of a type and the exact sum of their amounts; the sum is zero if they are only counted. */
export type Total = { readonly count: number; readonly sum: Decimal };
export const NOTHING: Total = { count: 0, sum: ZERO };

/** The key of a total. Notes, statements and payment instructions do not belong to a ledger: their ledger number is empty. */
export type TotalKey = {
  readonly externalAccountNumber: string;
  readonly ledgerNumber: string;
  readonly type: TotalType;
};

/** A control total: as given by the client, or as stored. */
export type ControlTotal = TotalKey & Total;

/** Returns one total less another; both are of the same type. */
export const minus = (total: Total, subtracted: Total): Total => ({
  count: total.count - subtracted.count,
  sum: total.sum.minus(subtracted.sum),
});

export const agrees = (expected: Total, actual: Total): boolean =>
  expected.count === actual.count && expected.sum.equals(actual.sum);

/** Returns a unique text per key: the length marks the end of the account number. */
export const keyOf = ({ externalAccountNumber, ledgerNumber, type }: TotalKey): string =>
  `${type} ${externalAccountNumber.length} ${externalAccountNumber} ${ledgerNumber}`;

/**
 * Returns the line of a total, of whose SHA-256 digests that of a set consists (decisions 20): the compact JSON array
 * `[account, ledger, type, count, sum]`, the sum a text with two places, null for a type that is only counted.
 */
export const lineOf = ({ externalAccountNumber, ledgerNumber, type, count, sum }: ControlTotal): string =>
  JSON.stringify([externalAccountNumber, ledgerNumber, type, count, isCountedType(type) ? null : toMoney(sum)]);

/** Places surrogates, of which the characters beyond U+FFFF consist, after all other code units. */
const rankOf = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit <= 0xdfff ? unit + 0x2000 : unit - 0x800;
};

/** Compares by code points, which is the order of UTF-8 bytes and of PostgreSQL's collation "C". */
export const compareTexts = (a: string, b: string): number => {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const difference = rankOf(a.charCodeAt(index)) - rankOf(b.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

export const sectionOf = ({ type }: TotalKey): number => (isCountedType(type) ? 1 + COUNTED_TYPES.indexOf(type) : 0);

/** The order of a report: transactions by account, ledger and type, then each type that is only counted by account and ledger. */
export const compareKeys = (a: TotalKey, b: TotalKey): number =>
  sectionOf(a) - sectionOf(b) ||
  compareTexts(a.externalAccountNumber, b.externalAccountNumber) ||
  compareTexts(a.ledgerNumber, b.ledgerNumber) ||
  compareTexts(a.type, b.type);
