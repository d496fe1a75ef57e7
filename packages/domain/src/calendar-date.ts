import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';

/** A real calendar day from 1900-01-01 to 2199-12-31 as `YYYY-MM-DD`. Compares as text: `<` is "earlier than". */
export type CalendarDate = string & { readonly CalendarDate: unique symbol };

const FORM = /^(?:19|2[01])\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Returns the number of days of a month, of which `text` begins with year and month. */
const daysOfMonth = (text: string): number => {
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))];
  return month === 2 && isLeapYear(year) ? 29 : DAYS[month - 1]!;
};

/** Returns true for a text that is exactly such a day. Does not use `new Date`, which accepts 30 February. */
export const isCalendarDate = (value: unknown): value is CalendarDate =>
  typeof value === 'string' &&
  FORM.test(value) &&
  (value.slice(8) <= '28' || Number(value.slice(8)) <= daysOfMonth(value));

/** Returns None if `text` is not exactly such a day. */
export const parseCalendarDate = (text: string): O.Option<CalendarDate> =>
  isCalendarDate(text) ? O.some(text) : O.none;

/** The period of a bill or statement; both days are inclusive. */
export type Period = { readonly from: CalendarDate; readonly to: CalendarDate };

/** Returns the first and the last day of the month of `day`. */
export const monthOf = (day: CalendarDate): Period => {
  const month = day.slice(0, 8);
  return { from: `${month}01` as CalendarDate, to: `${month}${daysOfMonth(day)}` as CalendarDate };
};

export type InvalidPeriod = { readonly kind: 'invalid_period' };

export const checkPeriod = ({ from, to }: Period): E.Either<InvalidPeriod, Period> =>
  from <= to ? E.right({ from, to }) : E.left({ kind: 'invalid_period' });

/** An account's open statement period. Both days are inclusive, `from <= to`; `to` is null while the period has no end. */
export type StatementPeriod = { readonly from: CalendarDate; readonly to: CalendarDate | null };

export const containsDay = ({ from, to }: StatementPeriod, date: CalendarDate): boolean =>
  date >= from && (to === null || date <= to);

/** Returns the day of the period nearest to `date` (§4.2, decisions 5): `date` itself inside the period, else its first or last day. */
export const nearestDay = (period: StatementPeriod, date: CalendarDate): CalendarDate => {
  if (containsDay(period, date)) return date;
  return date < period.from || period.to === null ? period.from : period.to;
};

/** Formats a period for error texts and notes: `2019-10-01 to 2019-10-15`. */
export const showPeriod = ({ from, to }: StatementPeriod): string =>
  to === null ? `from ${from} on` : `${from} to ${to}`;
