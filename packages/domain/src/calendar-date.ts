import * as O from 'fp-ts/lib/Option.js';

/** A real calendar day from 1900-01-01 to 2199-12-31 as `YYYY-MM-DD`. Compares as text: `<` is "earlier than". */
export type CalendarDate = string & { readonly CalendarDate: unique symbol };

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

/** Returns the number in the `length` characters from `at`; NaN if one of them is not a digit. */
export const digitsAt = (text: string, at: number, length: number): number => {
  let value = 0;
  for (let i = at; i < at + length; i += 1) {
    if (!isDigit(text, i)) return Number.NaN;
    value = value * 10 + text.charCodeAt(i) - 48;
  }
  return value;
};

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const daysIn = (year: number, month: number): number => (month === 2 && isLeapYear(year) ? 29 : DAYS[month - 1]!);

/** Returns true if `text` begins with a real calendar day of the supported years; the rest is not checked. */
export const startsWithDay = (text: string): boolean => {
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 2);
  const day = digitsAt(text, 8, 2);
  if (!(year >= 1900 && year <= 2199) || text[4] !== '-' || text[7] !== '-') return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
};

/** Returns true for a text that is exactly such a day. */
export const isCalendarDate = (value: unknown): value is CalendarDate =>
  typeof value === 'string' && value.length === 10 && startsWithDay(value);

/** Returns None if `text` is not exactly such a day. Does not use `new Date`, which accepts 30 February. */
export const parseCalendarDate = (text: string): O.Option<CalendarDate> =>
  isCalendarDate(text) ? O.some(text) : O.none;

/** Returns the first and the last day of the month of `day`. */
export const monthOf = (day: CalendarDate): { readonly from: CalendarDate; readonly to: CalendarDate } => {
  const month = day.slice(0, 8);
  const last = daysIn(digitsAt(day, 0, 4), digitsAt(day, 5, 2));
  return { from: `${month}01` as CalendarDate, to: `${month}${last}` as CalendarDate };
};
