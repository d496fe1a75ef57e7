import type { Decimal } from '@carryover/domain/decimal';

/** A figure to draw: what it is called, as text, and its value. */
type Figure = { readonly label: string; readonly figure: string; readonly value: Decimal };

/** Bars below each other, from one zero; all lengths in percent of the width. */
export type Chart = {
  readonly title: string;
  readonly bars: ReadonlyArray<{
    readonly label: string;
    readonly figure: string;
    readonly start: string;
    readonly length: string;
  }>;
  /** The position of zero if the chart has bars to its left, else null. */
  readonly zero: string | null;
};

/** In percent: what is not zero is seen, however little it is. */
const SLIGHTEST = 0.4;

const inPercent = (value: number): string => `${Number(value.toFixed(2))}%`;

/** For drawing, a binary fraction is exact enough. */
export const barChart = (title: string, figures: ReadonlyArray<Figure>): Chart => {
  const values = figures.map(({ value }) => value.toNumber());
  const lowest = Math.min(0, ...values);
  const span = Math.max(0, ...values) - lowest || 1;
  const zero = (-100 * lowest) / span;
  const bars = figures.map(({ label, figure, value }) => {
    const length = value.isZero() ? 0 : Math.max(SLIGHTEST, Math.abs((100 * value.toNumber()) / span));
    const start = value.isNegative() ? Math.max(0, zero - length) : Math.min(zero, 100 - length);
    return { label, figure, start: inPercent(start), length: inPercent(length) };
  });
  return { title, bars, zero: zero === 0 ? null : inPercent(zero) };
};

/** Returns the shares of two parts of a whole; a share above zero is always visible. */
export const shares = (first: number, second: number): readonly [string, string] => {
  const exact = (100 * second) / (first + second || 1);
  const share = second === 0 ? 0 : first === 0 ? 100 : Math.min(100 - SLIGHTEST, Math.max(SLIGHTEST, exact));
  return [inPercent(100 - share), inPercent(share)];
};

/** The length of a bar in a table, beside the number that it shows. */
export const barLength = (value: number, most: number): string => inPercent(Math.max(SLIGHTEST, (100 * value) / most));
