import * as E from 'fp-ts/lib/Either.js';
import type { CalendarDate } from './calendar-date.ts';

/** The period of a bill or statement; both days are inclusive. */
export type Period = { readonly from: CalendarDate; readonly to: CalendarDate };

export type InvalidPeriod = { readonly kind: 'invalid_period' };

export const checkPeriod = ({ from, to }: Period): E.Either<InvalidPeriod, Period> =>
  from <= to ? E.right({ from, to }) : E.left({ kind: 'invalid_period' });
