import { Decimal, toMoney, ZERO } from '@carryover/domain/decimal';

/** A number of items and the exact sum of their amounts, with two places. */
export type Figures = { readonly count: number; readonly sum: string };

/** A type of items over all accounts: those of the files, and what is stored of them. */
export type TypeTotal = { readonly type: string; readonly expected: Figures; readonly stored: Figures };

type Sum = { readonly count: number; readonly sum: Decimal };
const NONE: Sum = { count: 0, sum: ZERO };
const show = ({ count, sum: amount }: Sum): Figures => ({ count, sum: toMoney(amount) });

/** Adds up items by type. */
export const makeTypeTotals = () => {
  const totals = { expected: new Map<string, Sum>(), stored: new Map<string, Sum>() };
  return {
    add: (side: keyof typeof totals, type: string, count: number, amount: Decimal): void => {
      const { count: known, sum: before } = totals[side].get(type) ?? NONE;
      totals[side].set(type, { count: known + count, sum: Decimal.sum([before, amount]) });
    },
    all: (): ReadonlyArray<TypeTotal> =>
      [...totals.expected].map(([type, expected]) => ({
        type,
        expected: show(expected),
        stored: show(totals.stored.get(type) ?? NONE),
      })),
  };
};
