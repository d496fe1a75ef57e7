import type { Amount, Total } from './control-total.ts';
import { Decimal, ZERO } from './decimal.ts';

export const NOTHING: Amount = { count: 0, sum: ZERO };

/** Returns one amount less another. */
export const minus = (amount: Amount, subtracted: Amount): Amount => ({
  count: amount.count - subtracted.count,
  sum: amount.sum.minus(subtracted.sum),
});

/** What some cause adds to a total. Of parts with the same `source`, at most one holds. */
export type Part<Of> = Amount & { readonly of: Of; readonly source: string };

/** Work that a search may take: what is not found by then is not said. */
const MAX_STEPS = 1_000;
const MAX_PARTS = 1_000;
/** More parts than these at once are a coincidence, unless they are all. */
const MAX_CHOSEN = 4;

export const totalOf = (totals: ReadonlyArray<Amount>): Amount => ({
  count: totals.reduce((all, { count }) => all + count, 0),
  sum: Decimal.sum(totals.map(({ sum }) => sum)),
});

export const isNothing = ({ count, sum }: Total): boolean => count === 0 && (sum === null || sum.text === '0');

const keyOf = ({ count, sum }: Amount): string => `${count} ${sum.text}`;

/** Returns the fewest parts that add up to a total exactly, or all of them but a few; null if there are none. */
export const partsThatAddUp = <Of>(all: ReadonlyArray<Part<Of>>, total: Amount): ReadonlyArray<Part<Of>> | null => {
  const parts = all.slice(0, MAX_PARTS);
  const byKey = Map.groupBy(
    parts.map((part, index) => ({ part, index })),
    ({ part }) => keyOf(part),
  );
  let steps = 0;
  /** Chooses `number` parts from a position on. */
  const choose = (
    rest: Amount,
    number: number,
    from: number,
    chosen: ReadonlyArray<Part<Of>>,
  ): typeof chosen | null => {
    const isFree = ({ source }: Part<Of>): boolean => chosen.every((one) => one.source !== source);
    if (number === 1) {
      steps += 1;
      const last = byKey.get(keyOf(rest))?.find(({ part, index }) => index >= from && isFree(part));
      return last === undefined ? null : [...chosen, last.part];
    }
    for (let index = from; index < parts.length && steps < MAX_STEPS; index += 1) {
      steps += 1;
      const part = parts[index]!;
      if (!isFree(part)) continue;
      const found = choose(minus(rest, part), number - 1, index + 1, [...chosen, part]);
      if (found !== null) return found;
    }
    return null;
  };
  const few = (wanted: Amount): ReadonlyArray<Part<Of>> | null => {
    for (let number = 1; number <= Math.min(MAX_CHOSEN, parts.length); number += 1) {
      const found = choose(wanted, number, 0, []);
      if (found !== null) return found;
    }
    return null;
  };
  const found = few(total);
  if (found !== null || all.length > MAX_PARTS || new Set(all.map(({ source }) => source)).size < all.length)
    return found;
  const surplus = minus(totalOf(all), total);
  if (isNothing(surplus)) return all;
  steps = 0;
  const left = few(surplus);
  return left === null ? null : all.filter((part) => !left.includes(part));
};
