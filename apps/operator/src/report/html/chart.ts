import type { Decimal } from '@carryover/domain/decimal';
import { type Html, html, NOTHING } from './markup.ts';

/** A bar of a chart: what it is called, its figure as text, and its length. */
export type Bar = { readonly label: string; readonly figure: string; readonly value: Decimal };

const ROW = 42;
/** In percent: what is there is seen, however little it is. */
const SLIGHTEST = 0.4;

const inPercent = (value: number): string => `${Number(value.toFixed(2))}%`;

type Scale = { readonly zero: number; readonly lengthOf: (value: Decimal) => number };

/** All lengths in percent of the width, negative ones to the left of `zero`. For drawing, a binary fraction is exact enough. */
const scaleOf = (bars: ReadonlyArray<Bar>): Scale => {
  const values = bars.map(({ value }) => value.toNumber());
  const lowest = Math.min(0, ...values);
  const span = Math.max(0, ...values) - lowest || 1;
  return {
    zero: (-100 * lowest) / span,
    lengthOf: (value) => (value.isZero() ? 0 : Math.max(SLIGHTEST, Math.abs((100 * value.toNumber()) / span))),
  };
};

/** Where zero is, in a chart that has bars to its left. */
const zeroMark = (i: number, zero: number): Html =>
  zero === 0
    ? NOTHING
    : html`<line class="zero" x1="${inPercent(zero)}" x2="${inPercent(zero)}" y1="${i * ROW + 18}" y2="${i * ROW + 34}"/>`;

const drawn = (bar: Bar, i: number, { zero, lengthOf }: Scale): Html => {
  const length = lengthOf(bar.value);
  const start = bar.value.isNegative() ? Math.max(0, zero - length) : Math.min(zero, 100 - length);
  return html`<text x="0" y="${i * ROW + 14}">${bar.label}</text><text x="100%" y="${i * ROW + 14}" text-anchor="end">${bar.figure}</text><rect class="track" x="0" y="${i * ROW + 20}" width="100%" height="12"/><rect class="landed" x="${inPercent(start)}" y="${i * ROW + 20}" width="${inPercent(length)}" height="12"/>${zeroMark(i, zero)}
`;
};

/** Bars under each other, from one zero, as wide as the page has room; the whole of it is in the label too. */
export const barChart = (title: string, bars: ReadonlyArray<Bar>): Html => {
  const scale = scaleOf(bars);
  const height = bars.length * ROW;
  const label = `${title}: ${bars.map(({ label: name, figure }) => `${name} ${figure}`).join('; ')}.`;
  return html`<figure><figcaption>${title}</figcaption>
<svg role="img" aria-label="${label}" width="100%" height="${height}">
${bars.map((bar, i) => drawn(bar, i, scale))}</svg></figure>
`;
};

/** One bar in two parts; the second is hatched, so that colour is not what tells them apart. */
export const partsChart = (label: string, first: number, second: number): Html => {
  const whole = first + second || 1;
  const exact = (100 * second) / whole;
  const share = second === 0 ? 0 : first === 0 ? 100 : Math.min(100 - SLIGHTEST, Math.max(SLIGHTEST, exact));
  return html`<svg role="img" aria-label="${label}" width="100%" height="32">
<rect class="agreeing" width="${inPercent(100 - share)}" height="32"/><rect class="differing" x="${inPercent(100 - share)}" width="${inPercent(share)}" height="32"/><rect class="hatched" x="${inPercent(100 - share)}" width="${inPercent(share)}" height="32"/>
</svg>
`;
};

/** The pattern that {@link partsChart} and its legend are hatched with: once a page. */
export const HATCHING: Html = html`<svg class="definitions" aria-hidden="true" width="0" height="0"><defs><pattern id="hatching" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2.5" height="6" fill="#fff"/></pattern></defs></svg>
`;

/** A figure's bar in a table: a picture of the number that stands beside it. */
export const smallBar = (value: number, most: number): Html =>
  html`<svg aria-hidden="true" width="100%" height="10"><rect class="landed" width="${inPercent(Math.max(SLIGHTEST, (100 * value) / most))}" height="10"/></svg>`;
