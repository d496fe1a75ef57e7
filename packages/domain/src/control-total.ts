import { type Decimal, toMoney } from './decimal.ts';
import { TRANSACTION_TYPES } from './transaction.ts';

/** Types that are compared if a control total is about them. Of these, only a statement's total may have a sum. */
export const COUNTED_TYPES = ['NOTE', 'STATEMENT', 'BILLING_DOCUMENT', 'PAYMENT_INSTRUCTION'] as const;
export type CountedType = (typeof COUNTED_TYPES)[number];

/** All types of control totals, in the order of a report. */
export const TOTAL_TYPES = [...TRANSACTION_TYPES, ...COUNTED_TYPES] as const;
export type TotalType = (typeof TOTAL_TYPES)[number];

export const isCountedType = (type: TotalType): type is CountedType =>
  COUNTED_TYPES.some((counted) => counted === type);

/** The fields whose values the sums of totals add up; other items have no amount. */
export const SUMMED_FIELDS = { transaction: 'amount', statement: 'gross_amount' } as const;

/** A number of items and the exact sum of their amounts. */
export type Amount = { readonly count: number; readonly sum: Decimal };

/** The same of the items of a type; the sum is null if they are only counted. */
export type Total = { readonly count: number; readonly sum: Decimal | null };

/** The key of a total. Notes, statements and payment instructions do not belong to a ledger: their ledger number is empty. */
export type TotalKey = {
  readonly externalAccountNumber: string;
  readonly ledgerNumber: string;
  readonly type: TotalType;
};

/** A control total: as given by the client, or as stored. */
export type ControlTotal = TotalKey & Total;

export const agrees = (expected: Total, actual: Total): boolean =>
  expected.count === actual.count && expected.sum?.text === actual.sum?.text;

/** The types of some control totals, each with whether one of them has a sum. */
export type GivenTypes = ReadonlyMap<TotalType, boolean>;

/** Adds the type of a total. */
export const addType = (types: Map<TotalType, boolean>, { type, sum }: Pick<ControlTotal, 'type' | 'sum'>): void => {
  types.set(type, types.get(type) === true || sum !== null);
};

export const typesOf = (totals: Iterable<ControlTotal>): GivenTypes => {
  const types = new Map<TotalType, boolean>();
  for (const total of totals) addType(types, total);
  return types;
};

/** A type that is compared in addition to transactions; `hasSum`: not only the number of its items. */
export type CountedItems = { readonly type: CountedType; readonly hasSum: boolean };

/** Returns the types that are compared in addition to transactions: those with at least one control total. */
export const countedIn = (given: GivenTypes): ReadonlyArray<CountedItems> =>
  COUNTED_TYPES.flatMap((type) => {
    const hasSum = given.get(type);
    return hasSum === undefined ? [] : [{ type, hasSum }];
  });

/** Returns a unique text per key: the length marks the end of the account number. */
export const keyOf = ({ externalAccountNumber, ledgerNumber, type }: TotalKey): string =>
  `${type} ${externalAccountNumber.length} ${externalAccountNumber} ${ledgerNumber}`;

/**
 * Returns the line of a total, of whose SHA-256 digests that of a set consists (decisions 20): the compact JSON array
 * `[account, ledger, type, count, sum]`, the sum a text with two places, null if there is only a count.
 */
export const lineOf = ({ externalAccountNumber, ledgerNumber, type, count, sum }: ControlTotal): string =>
  JSON.stringify([externalAccountNumber, ledgerNumber, type, count, sum && toMoney(sum)]);

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
