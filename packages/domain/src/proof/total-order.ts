import { COUNTED_TYPES, isCountedType, type TotalKey } from './control-total.ts';

/** Places surrogates, of which the characters beyond U+FFFF consist, after all other code units. */
const rankOf = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit <= 0xdfff ? unit + 0x2000 : unit - 0x800;
};

/** Compares by code points, which is the order of UTF-8 bytes and of PostgreSQL's collation "C". */
export const compareTexts = (a: string, b: string): number => {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const difference = rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

const sectionOf = ({ type }: TotalKey): number => (isCountedType(type) ? 1 + COUNTED_TYPES.indexOf(type) : 0);

/** The order of a report: transactions by account, ledger and type, then each type that is only counted by account and ledger. */
export const compareKeys = (a: TotalKey, b: TotalKey): number =>
  sectionOf(a) - sectionOf(b) ||
  compareTexts(a.externalAccountNumber, b.externalAccountNumber) ||
  compareTexts(a.ledgerNumber, b.ledgerNumber) ||
  compareTexts(a.type, b.type);
