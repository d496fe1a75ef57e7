import { median, medianRatio, percentile } from '@carryover/bench/report/statistics';
import { describe, expect, it } from 'vitest';

describe('figures of a measurement', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[7], 7],
    [[], Number.NaN],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it.each([
    [50, 50],
    [99, 99],
    [99.5, 100],
    [100, 100],
    [0, 1],
  ])('%d per cent of 1…100 do not exceed %d', (percent, expected) => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(values, percent)).toBe(expected);
  });

  it('the median ratio is of rounds next to each other: what halves both at once changes nothing', () => {
    expect(medianRatio([100, 50, 90], [200, 100, 100])).toBe(0.5);
  });

  it('there is no ratio without rounds', () => {
    expect(medianRatio([], [1])).toBeNull();
  });
});
