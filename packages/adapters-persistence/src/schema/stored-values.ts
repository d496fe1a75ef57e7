import { type CalendarDate, isCalendarDate } from '@carryover/domain/calendar-date';
import { type DateTime, parseDateTime } from '@carryover/domain/date-time';
import { type DocumentPath, parseDocumentPath } from '@carryover/domain/document-path';
import { UNIT_TYPES } from '@carryover/domain/transaction';
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

/** Returns a time in SQL as {@link moment} reads it. */
export const momentSql = (time: string): string => `to_json(${time})#>>'{}'`;

/** A path below a document root. */
export const documentPath = textThat<DocumentPath>('a document path', (value) => E.isRight(parseDocumentPath(value)));

export const orNull = <A>(codec: t.Type<A, unknown>) => t.union([codec, t.null]);

/** A line item, its decimals as texts. */
const lineItem = t.type({
  rate_band: t.string,
  start_date: calendarDate,
  end_date: calendarDate,
  number_of_units: t.string,
  net_amount: t.string,
  price_per_unit: orNull(t.string),
  units: orNull(t.array(t.string)),
});
export const lineItems = t.array(lineItem);

/** A tax item, its decimals as texts. */
const taxItem = t.type({
  amount: t.string,
  tax_type: t.string,
  value_taxed: t.string,
  rate: t.string,
  unit_type: oneOf(UNIT_TYPES),
});
export const taxItems = t.array(taxItem);

const differences = t.array(t.type({ field: t.string, recorded: orNull(t.string), submitted: orNull(t.string) }));
const note = t.type({ createdAt: dateTime, body: orNull(t.string), documentPaths: t.array(t.string) });
const mismatch = t.type({ kind: t.string, expected: t.string, actual: t.string });

/** What a decision depended on beside the payload (`ImportBasis`). */
export const basis = t.partial({
  openPeriod: t.type({ from: calendarDate, to: orNull(calendarDate) }),
  documentRoot: t.string,
  instruction: t.type({
    customerReference: orNull(t.string),
    status: t.string,
    brand: orNull(t.string),
    lastFour: orNull(t.string),
    expiry: orNull(t.string),
    bankName: orNull(t.string),
  }),
});

/** Data of an accepted request for the reconciliation. */
export const storedFindings = t.intersection([
  t.type({
    unknownFields: t.array(t.string),
    conflicts: t.array(t.type({ transactionId: t.string, differences })),
    noteConflicts: t.array(t.type({ note, differences })),
    supplyChargeMismatches: t.array(t.type({ transactionId: t.string, mismatches: t.array(mismatch) })),
  }),
  t.partial({ checkPreviouslyAdded: t.literal(false), basis }),
]);

/** The rows that an undo removed, by kind; sums are decimal texts. */
export const removedItems = t.type({
  notes: t.number,
  notes_added_by_service: t.number,
  transactions: t.array(t.type({ ledger_number: t.string, type: t.string, count: t.number, sum: t.string })),
  billing_documents: t.number,
  statements: t.number,
  payment_instructions: t.number,
});
