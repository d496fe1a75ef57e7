import { type CalendarDate, monthOf, parseCalendarDate } from '@carryover/domain/calendar-date';
import fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';

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
