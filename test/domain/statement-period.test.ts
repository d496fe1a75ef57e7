import {
  checkPeriod,
  containsDay,
  nearestDay,
  type StatementPeriod,
  showPeriod,
} from '@carryover/domain/calendar-date';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { day } from '../support/a-transaction.ts';
import { dayArb, periodArb } from './arbitraries.ts';

const june: StatementPeriod = { from: day('2026-06-01'), to: day('2026-06-30') };
const fromJune: StatementPeriod = { ...june, to: null };
const oneDay: StatementPeriod = { from: day('2026-06-01'), to: day('2026-06-01') };

describe('the open statement period: both ends inclusive, the end optional (decisions 2)', () => {
  it.each([
    [june, '2026-05-31', false],
    [june, '2026-06-01', true],
    [june, '2026-06-30', true],
    [june, '2026-07-01', false],
    [fromJune, '2026-05-31', false],
    [fromJune, '2026-06-01', true],
    [fromJune, '2199-12-31', true],
    [oneDay, '2026-05-31', false],
    [oneDay, '2026-06-01', true],
    [oneDay, '2026-06-02', false],
  ])('%j and %s: %s', (period, date, isInside) => {
    expect(containsDay(period, day(date))).toBe(isInside);
  });
});

describe('the nearest day of a period: before it its first, after it its last (decisions 5)', () => {
  it.each([
    [june, '1900-01-01', '2026-06-01'],
    [june, '2026-05-31', '2026-06-01'],
    [june, '2026-06-01', '2026-06-01'],
    [june, '2026-06-15', '2026-06-15'],
    [june, '2026-06-30', '2026-06-30'],
    [june, '2026-07-01', '2026-06-30'],
    [june, '2199-12-31', '2026-06-30'],
    [fromJune, '2026-05-31', '2026-06-01'],
    [fromJune, '2199-12-31', '2199-12-31'],
    [oneDay, '2026-06-02', '2026-06-01'],
  ])('%j and %s: %s', (period, date, nearest) => {
    expect(nearestDay(period, day(date))).toBe(nearest);
  });

  it('is inside, and the day itself where that is inside', () => {
    fc.assert(
      fc.property(periodArb, dayArb, (period, date) => {
        const nearest = nearestDay(period, date);
        expect(containsDay(period, nearest)).toBe(true);
        if (containsDay(period, date)) expect(nearest).toBe(date);
      }),
      { numRuns: 500 },
    );
  });

  it('has no day of the period nearer', () => {
    fc.assert(
      fc.property(periodArb, dayArb, fc.nat(), (period, date, pick) => {
        const [from, to, at] = [period.from, period.to ?? '2199-12-31', date].map(
          (text) => Date.parse(text) / 86_400_000,
        );
        const other = from! + (pick % (to! - from! + 1));
        const nearest = Date.parse(nearestDay(period, date)) / 86_400_000;
        expect(Math.abs(nearest - at!)).toBeLessThanOrEqual(Math.abs(other - at!));
      }),
      { numRuns: 500 },
    );
  });
});

describe('how texts name a period', () => {
  it.each([
    [june, '2026-06-01 to 2026-06-30'],
    [fromJune, 'from 2026-06-01 on'],
  ])('%j is %s', (period, text) => {
    expect(showPeriod(period)).toBe(text);
  });
});

describe('a period does not end before it begins (decisions 6, 7)', () => {
  it.each([
    ['2019-09-01', '2019-09-30', true],
    ['2019-09-01', '2019-09-01', true],
    ['2019-09-02', '2019-09-01', false],
    ['2019-12-31', '2020-01-01', true],
    ['2020-01-01', '2019-12-31', false],
  ])('%s to %s: %s', (from, to, isRight) => {
    const period = { from: day(from), to: day(to) };
    expect(checkPeriod(period)).toEqual(isRight ? E.right(period) : E.left({ kind: 'invalid_period' }));
  });
});
