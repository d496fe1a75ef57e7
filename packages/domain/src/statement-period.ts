import type { CalendarDate } from './calendar-date.ts';

/** An account's open statement period: calendar days, both inclusive, `from <= to`; without `to` it has no end yet. */
export type StatementPeriod = { readonly from: CalendarDate; readonly to: CalendarDate | null };

export const contains = ({ from, to }: StatementPeriod, date: CalendarDate): boolean =>
  date >= from && (to === null || date <= to);

/** The period's day nearest to `date`: itself inside, else the first or the last day (§4.2, decisions 5). */
export const nearestDay = (period: StatementPeriod, date: CalendarDate): CalendarDate => {
  if (contains(period, date)) return date;
  return date < period.from || period.to === null ? period.from : period.to;
};

/** `2019-10-01 to 2019-10-15`, as error texts and notes name a period. */
export const showPeriod = ({ from, to }: StatementPeriod): string =>
  to === null ? `from ${from} on` : `${from} to ${to}`;
