import { type CalendarDate, parseCalendarDate } from '@carryover/domain/calendar-date';
import * as O from 'fp-ts/lib/Option.js';

type SpokenPayment = { readonly amount: string; readonly date: CalendarDate };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day as people write it: 2026-05-03, 3.5.2026, 3/5/2026 (the day first), 3 May 2026. */
const DAY =
  /(?<!\d)(?:(?<iso>\d{4}-\d{2}-\d{2})|(?<day>\d{1,2})(?:[./](?<month>\d{1,2})[./]|\.? (?<name>\p{L}{3,9}) )(?<year>\d{4}))(?!\d)/u;
/** An amount with its thousands in groups or not, and with two decimals, one or none. */
const AMOUNT = /^(?<whole>\d{1,3}(?:[.,’' ]?\d{3})*|\d+)(?:[.,](?<decimals>\d{1,2}))?$/;

const dayOf = (text: string): { readonly date: CalendarDate; readonly rest: string } | null => {
  const found = DAY.exec(text);
  if (found === null) return null;
  const { iso, day, month, name, year } = found.groups!;
  const number = month ?? String(MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1);
  const date = parseCalendarDate(iso ?? `${year}-${number.padStart(2, '0')}-${day!.padStart(2, '0')}`);
  return O.isNone(date) ? null : { date: date.value, rest: text.replace(found[0], ' ') };
};

/** Returns an amount and a day that a text names, in any order: `71.00 on 3 May 2026`, `€ 1.234,50 3.5.2026`; null without either. */
export const spokenPayment = (text: string): SpokenPayment | null => {
  const found = dayOf(text);
  if (found === null) return null;
  const amount = AMOUNT.exec(found.rest.replace(/\b(?:on|of|at|from)\b|[^\p{L}\d.,’' ]/gu, ' ').trim());
  if (amount === null) return null;
  const { whole, decimals = '' } = amount.groups!;
  const digits = whole!.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return { amount: `${digits}.${decimals.padEnd(2, '0')}`, date: found.date };
};
