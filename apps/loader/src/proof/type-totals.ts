import { Decimal, sum, toMoney, ZERO } from '@carryover/domain/decimal';
import type { Difference, Figures } from './account-totals.ts';
import type { Expected } from './expected.ts';

/** A type of items over all accounts: what was accepted, and what is stored of the totals that were compared. */
export type TypeTotal = { readonly type: string; readonly expected: Figures; readonly stored: Figures };

type Sum = { readonly count: number; readonly sum: Decimal };
const plus = (one: Sum, count: number, amount: Decimal): Sum => ({
  count: one.count + count,
  sum: sum([one.sum, amount]),
});
const show = ({ count, sum: amount }: Sum): Figures => ({ count, sum: toMoney(amount) });

/** Adds up totals by type; what is stored is what was expected, except for the differences. */
export const makeTypeTotals = () => {
  const expected = new Map<string, Sum>();
  const surplus = new Map<string, Sum>();
  const add = (to: Map<string, Sum>, type: string, count: number, amount: Decimal): void => {
    to.set(type, plus(to.get(type) ?? { count: 0, sum: ZERO }, count, amount));
  };
  return {
    add: (accounts: ReadonlyArray<Expected>, differences: ReadonlyArray<Difference>): void => {
      for (const { tallies } of accounts)
        for (const { type, count, sum: amount } of tallies) add(expected, type, count, new Decimal(amount));
      for (const { type, expected: wanted, actual } of differences)
        add(surplus, type, actual.count - wanted.count, new Decimal(actual.sum).minus(new Decimal(wanted.sum)));
    },
    all: (): ReadonlyArray<TypeTotal> =>
      [...expected].map(([type, own]) => {
        const more = surplus.get(type) ?? { count: 0, sum: ZERO };
        return { type, expected: show(own), stored: show(plus(own, more.count, more.sum)) };
      }),
  };
};
