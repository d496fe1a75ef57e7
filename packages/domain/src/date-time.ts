import * as O from 'fp-ts/lib/Option.js';
import { type CalendarDate, isCalendarDate } from './calendar-date.ts';

/** A second in UTC as `YYYY-MM-DDTHH:MM:SSZ`, in the years of {@link CalendarDate}. Compares as text. */
export type DateTime = string & { readonly DateTime: unique symbol };

const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Returns None for any other form, such as offsets, fractions, 24:00 or a leap second (§1.6). */
export const parseDateTime = (text: string): O.Option<DateTime> =>
  isCalendarDate(text.slice(0, 10)) && TIME.test(text.slice(10)) ? O.some(text as DateTime) : O.none;

/** Returns the second of an instant. */
export const toDateTime = (instant: Date): DateTime => `${instant.toISOString().slice(0, 19)}Z` as DateTime;

/** Returns the UTC day of a second. */
export const dayOf = (dateTime: DateTime): CalendarDate => dateTime.slice(0, 10) as unknown as CalendarDate;

const FIRST_TIME_ZONE_MS = 14 * 3_600_000;

/** Returns the latest date that it is anywhere on Earth at an instant: that of UTC+14 (decisions 6). */
export const latestDayAt = (instant: Date): CalendarDate =>
  dayOf(toDateTime(new Date(instant.getTime() + FIRST_TIME_ZONE_MS)));
