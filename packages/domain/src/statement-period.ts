import * as E from 'fp-ts/lib/Either.js';
import type { CalendarDate } from './calendar-date.ts';

/** The period of a bill or statement; both days are inclusive. */
export type Period = { readonly from: CalendarDate; readonly to: CalendarDate };

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
