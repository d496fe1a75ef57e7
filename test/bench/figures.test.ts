import { figure, median, percentile } from '@carryover/bench/figures';
import { expect, it } from 'vitest';

it.each([
  [[3, 1, 2], 50, 2],
  [[3, 1, 2], 99, 3],
  [[5], 1, 5],
  [[], 50, Number.NaN],
])('the percentile of %j at %i is %d', (values, percent, expected) => {
  expect(percentile(values, percent)).toBe(expected);
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[], Number.NaN],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

it.each([
  [12_345.6, '12,346'],
  [12.345, '12.3'],
  [0.012345, '0.0123'],
])('%d is shown as %s', (value, text) => {
  expect(figure(value)).toBe(text);
});
