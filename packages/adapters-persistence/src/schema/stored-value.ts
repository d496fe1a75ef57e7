import { type CalendarDate, isCalendarDate } from '@carryover/domain/calendar-date';
import { type DateTime, parseDateTime } from '@carryover/domain/date-time';
import { type DocumentPath, parseDocumentPath } from '@carryover/domain/document-path';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';

/** Returns a stored value as `codec` decodes it; throws if it does not, with the location but not the value. */
export const checked = <A>(codec: t.Type<A, unknown>, value: unknown): A => {
  if (codec.is(value)) return value;
  const decoded = codec.decode(value);
  if (E.isRight(decoded)) return decoded.right;
  const path = decoded.left[0]?.context.map(({ key }) => key) ?? [];
  const at = path.filter((key) => key !== '').join('.');
  throw new Error(`A stored value is not ${codec.name}${at === '' ? '' : ` (at "${at}")`}.`);
};

export const textThat = <A extends string>(name: string, is: (value: string) => boolean): t.Type<A, unknown> => {
  const isA = (value: unknown): value is A => typeof value === 'string' && is(value);
  return new t.Type(name, isA, (value, at) => (isA(value) ? t.success(value) : t.failure(value, at)), t.identity);
};

/** A text that is one of these. */
export const oneOf = <const A extends string>(values: ReadonlyArray<A>): t.Type<A, unknown> =>
  t.keyof(Object.fromEntries(values.map((one) => [one, null])) as Record<A, null>, `one of ${values.join(', ')}`);

/** `YYYY-MM-DD`. */
export const calendarDate: t.Type<CalendarDate, unknown> = new t.Type(
  'a day',
  isCalendarDate,
  (value, at) => (isCalendarDate(value) ? t.success(value) : t.failure(value, at)),
  t.identity,
);

/** `YYYY-MM-DDTHH:MM:SSZ`. */
export const dateTime = textThat<DateTime>('a second in UTC', (value) => O.isSome(parseDateTime(value)));

/** A time as PostgreSQL writes it in JSON. */
export const moment: t.Type<Date, unknown> = new t.Type(
  'a time',
  (value) => value instanceof Date,
  (value, at) => (typeof value === 'string' ? t.success(new Date(value)) : t.failure(value, at)),
  (time) => time.toISOString(),
);

/** A path below a document root. */
export const documentPath = textThat<DocumentPath>('a document path', (value) => E.isRight(parseDocumentPath(value)));

export const orNull = <A>(codec: t.Type<A, unknown>) => t.union([codec, t.null]);
