import { type DateTime, dayOf, latestDayAt, parseDateTime, toDateTime } from '@carryover/domain/date-time';
import fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';

const FIRST = new Date('1900-01-01T00:00:00Z');
const LAST = new Date('2199-12-31T23:59:59Z');
const secondArb = fc
  .integer({ min: FIRST.getTime() / 1000, max: LAST.getTime() / 1000 })
  .map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`);

/** Returns true if a text is how its own instant is written: read by an independent reader. */
const isSecond = (text: string): boolean => {
  const instant = new Date(text);
  return (
    !Number.isNaN(instant.getTime()) &&
    instant >= FIRST &&
    instant <= LAST &&
    `${instant.toISOString().slice(0, 19)}Z` === text
  );
};

describe('a datetime is YYYY-MM-DDTHH:MM:SSZ, exactly, in the years 1900 to 2199 (§1.6, decisions 3)', () => {
  it.each(['1900-01-01T00:00:00Z', '2024-02-29T23:59:59Z', '2199-12-31T23:59:59Z'])(
    'reads %s as it was sent',
    (text) => {
      expect(parseDateTime(text)).toEqual(O.some(text));
    },
  );

  it.each([
    ['before the first second', '1899-12-31T23:59:59Z'],
    ['after the last', '2200-01-01T00:00:00Z'],
    ['hour 24', '2023-01-01T24:00:00Z'],
    ['minute 60', '2023-01-01T00:60:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['30 February', '2023-02-30T00:00:00Z'],
    ['an offset', '2023-01-01T00:00:00+00:00'],
    ['a fraction', '2023-01-01T00:00:00.000Z'],
    ['basic form', '20230101T000000Z'],
    ['a line end after', '2023-01-01T00:00:00Z\n'],
    ['other digits', '2023-01-01T00:00:0٠Z'],
    ['nothing', ''],
  ])('refuses %s: %j', (_, text) => {
    expect(parseDateTime(text)).toEqual(O.none);
  });

  it('reads every second as it was sent', () => {
    fc.assert(
      fc.property(secondArb, (text) => {
        expect(parseDateTime(text)).toEqual(O.some(text));
      }),
      { numRuns: 2_000 },
    );
  });

  const edit = fc.record({
    at: fc.nat(20),
    drop: fc.nat(2),
    put: fc.oneof(fc.constantFrom(...'0123456789-:TZtz. +'), fc.string({ unit: 'binary', maxLength: 2 })),
  });
  it('a second with an edit is read only if that makes a second', () => {
    fc.assert(
      fc.property(secondArb, edit, (text, { at, drop, put }) => {
        const edited = text.slice(0, at) + put + text.slice(at + drop);
        expect([edited, O.isSome(parseDateTime(edited))]).toEqual([edited, isSecond(edited)]);
      }),
      { numRuns: 1_500 },
    );
  });
});

describe("a clock's instant", () => {
  it.each([
    ['2024-02-29T12:34:56.000Z', '2024-02-29T12:34:56Z'],
    ['2024-02-29T12:34:56.999Z', '2024-02-29T12:34:56Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59Z'],
    ['2024-02-29T23:30:00-02:00', '2024-03-01T01:30:00Z'],
    ['1969-12-31T23:59:59.500Z', '1969-12-31T23:59:59Z'],
  ])('%s lies in the second %s: never rounded up, always UTC', (instant, expected) => {
    expect(toDateTime(new Date(instant))).toBe(expected);
  });

  it('lies in a second that can be read', () => {
    fc.assert(
      fc.property(fc.date({ min: FIRST, max: LAST, noInvalidDate: true }), (instant) => {
        const made = toDateTime(instant);
        expect(parseDateTime(made)).toEqual(O.some(made));
        expect(Math.floor(instant.getTime() / 1000)).toBe(new Date(made).getTime() / 1000);
      }),
    );
  });
});

describe('the UTC day of a second', () => {
  it.each([
    ['2024-02-29T00:00:00Z', '2024-02-29'],
    ['2024-02-29T23:59:59Z', '2024-02-29'],
  ])('that of %s is %s', (text, expected) => {
    expect(dayOf(text as DateTime)).toBe(expected);
  });
});

it.each([
  ['2026-11-22T09:59:59Z', '2026-11-22'],
  ['2026-11-22T10:00:00Z', '2026-11-23'],
  ['2026-12-31T23:59:59Z', '2027-01-01'],
])('at %s the latest date anywhere on Earth is %s', (instant, day) => {
  expect(latestDayAt(new Date(instant))).toBe(day);
});
