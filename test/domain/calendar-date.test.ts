import {
  type CalendarDate,
  checkPeriod,
  containsDay,
  monthOf,
  nearestDay,
  parseCalendarDate,
  type StatementPeriod,
  showPeriod,
} from '@carryover/domain/calendar-date';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';
import { day } from '../support/a-transaction.ts';
import { dayArb, periodArb } from './arbitraries.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2199, 11, 31);

/** Every day from 1900-01-01 to 2199-12-31, made by counting days rather than by reading texts. */
const ALL_DAYS: ReadonlyArray<string> = Array.from({ length: (LAST - FIRST) / DAY_MS + 1 }, (_, count) =>
  new Date(FIRST + count * DAY_MS).toISOString().slice(0, 10),
);
const DAYS = new Set(ALL_DAYS);

const isRead = (text: string): boolean => O.isSome(parseCalendarDate(text));
const twoDigits = (number: number): string => String(number).padStart(2, '0');

describe('a date is a real calendar day YYYY-MM-DD from 1900-01-01 to 2199-12-31 (§1.6, decisions 3)', () => {
  it('reads each of the 109,573 days, and as it was sent', () => {
    const notKept = ALL_DAYS.filter((text) => !O.elem({ equals: Object.is })(text)(parseCalendarDate(text)));
    expect([notKept, ALL_DAYS.length, ALL_DAYS[0], ALL_DAYS.at(-1)]).toEqual([[], 109_573, '1900-01-01', '2199-12-31']);
  });

  it('reads no other text of that form', () => {
    const wrong: string[] = [];
    for (let year = 1895; year <= 2205; year += 1)
      for (let month = 0; month <= 13; month += 1)
        for (let date = 0; date <= 33; date += 1) {
          const text = `${year}-${twoDigits(month)}-${twoDigits(date)}`;
          if (isRead(text) !== DAYS.has(text)) wrong.push(text);
        }
    expect(wrong).toEqual([]);
  });

  it.each([
    '',
    '2023-1-1',
    '01-01-2023',
    '0000-01-01',
    '9999-12-31',
    '10000-01-01',
    '2023-01-01T00:00:00Z',
    '2023-01-01\n',
    '2023-01-0\uff11',
    '٢٠٢٣-٠١-٠١',
    '2023\u201001\u201001',
    '2023-1e-01',
    '0x7e-01-01',
    'now',
    'infinity',
  ])('%j is not a date', (text) => {
    expect(parseCalendarDate(text)).toEqual(O.none);
  });

  const edit = fc.record({ at: fc.nat(10), drop: fc.nat(2), put: fc.string({ unit: 'binary', maxLength: 2 }) });
  const digitEdit = fc.record({ at: fc.nat(9), drop: fc.constant(1), put: fc.constantFrom(...'0123456789-') });

  it('a day with an edit is read only if that makes a day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL_DAYS), fc.oneof(edit, digitEdit), (text, { at, drop, put }) => {
        const edited = text.slice(0, at) + put + text.slice(at + drop);
        expect([edited, isRead(edited)]).toEqual([edited, DAYS.has(edited)]);
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('the month of a day', () => {
  it('is all the days of the same year and month, for every day', () => {
    const byMonth = Map.groupBy(ALL_DAYS, (text) => text.slice(0, 7));
    const wrong = ALL_DAYS.filter((text) => {
      const { from, to } = monthOf(text as CalendarDate);
      const days = byMonth.get(text.slice(0, 7))!;
      return from !== days[0] || to !== days.at(-1);
    });
    expect(wrong).toEqual([]);
  });
});

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
