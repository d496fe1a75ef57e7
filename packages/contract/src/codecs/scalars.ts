import { type CalendarDate, parseCalendarDate } from '@carryover/domain/calendar-date';
import { parseDateTime } from '@carryover/domain/date-time';
import {
  type Decimal,
  type DecimalBounds,
  type DecimalFailure,
  parseDecimalNumber,
  parseDecimalString,
} from '@carryover/domain/decimal';
import { type DocumentPathFailure, MAX_PATH_BYTES, parseDocumentPath } from '@carryover/domain/document-path';
import { isVocabularyCode, parseIdentifier, parseText } from '@carryover/domain/text';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Complaint, complain } from '../issue.ts';
import { JsonNumber } from '../json/exact-json.ts';
import type { JsonSchema } from '../json-schema.ts';
import { type Codec, scalar } from './codec.ts';
import {
  dateSchema,
  dateTimeSchema,
  decimalSchema,
  documentPathSchema,
  identifierSchema,
  spokenTextSchema,
  textSchema,
  vocabularySchema,
} from './scalar-schemas.ts';

const invalid = (detail: string): E.Either<Complaint, never> => E.left(complain('invalid', detail));

type TextFailure =
  | { readonly kind: 'blank' | 'invalid_characters' }
  | { readonly kind: 'max_length'; readonly max: number };
const ofText = (failure: TextFailure): Complaint =>
  failure.kind === 'max_length' ? complain('max_length', `At most ${failure.max} characters.`) : complain(failure.kind);

const text = <A>(name: string, schema: JsonSchema, parse: (sent: string) => E.Either<Complaint, A>): Codec<A> =>
  scalar(name, schema, (value) => (typeof value === 'string' ? parse(value) : invalid('Must be a string.')));

export const identifier = (max: number): Codec<string> => {
  const parse = parseIdentifier(max);
  return text('identifier', identifierSchema(max), (sent) => E.mapLeft(ofText)(parse(sent)));
};

export const freeText = (max: number): Codec<string> => {
  const parse = parseText(max);
  return text('text', textSchema(max), (sent) => E.mapLeft(ofText)(parse(sent)));
};

/** Text that says something: neither empty nor white space alone. */
export const spokenText = (max: number): Codec<string> => {
  const parse = parseText(max);
  return text('text', spokenTextSchema(max), (sent) =>
    sent.trim() === '' ? E.left(complain('blank')) : E.mapLeft(ofText)(parse(sent)),
  );
};

/** A word of a vocabulary of which no complete list is known (decisions 5). */
export const vocabularyCode: Codec<string> = text('code', vocabularySchema, (sent) =>
  isVocabularyCode(sent) ? E.right(sent) : invalid('Must be 1 to 64 capital letters, digits and underscores.'),
);

export const choice = <A extends string>(choices: ReadonlyArray<A>): Codec<A> =>
  text('choice', { type: 'string', enum: choices }, (sent) => {
    const known = choices.find((one) => one === sent);
    return known === undefined
      ? E.left(complain('invalid_choice', `Must be one of ${choices.join(', ')}.`))
      : E.right(known);
  });

export const flag: Codec<boolean> = scalar('boolean', { type: 'boolean' }, (value) =>
  typeof value === 'boolean' ? E.right(value) : invalid('Must be true or false.'),
);

const parseDay = (sent: string): E.Either<Complaint, CalendarDate> =>
  pipe(
    parseCalendarDate(sent),
    E.fromOption(() => complain('invalid', 'Must be a calendar day YYYY-MM-DD from 1900-01-01 to 2199-12-31.')),
  );

export const calendarDate = text('date', dateSchema, parseDay);

/** A day that is not after `today`, which is asked at each use. */
export const pastDate = (today: () => CalendarDate): Codec<CalendarDate> =>
  text('date', dateSchema, (sent) =>
    pipe(
      parseDay(sent),
      E.filterOrElse(
        (day) => day <= today(),
        () => complain('transaction_in_future'),
      ),
    ),
  );

export const dateTime = text('datetime', dateTimeSchema, (sent) =>
  pipe(
    parseDateTime(sent),
    E.fromOption(() => complain('invalid', 'Must be a UTC time YYYY-MM-DDTHH:MM:SSZ in the years 1900 to 2199.')),
  ),
);

const ofDecimal = (failure: DecimalFailure): Complaint => {
  switch (failure.kind) {
    case 'invalid':
      return complain('invalid', 'Must be a plain decimal, 71 or -71.05.');
    case 'inexact_number':
      return complain('max_digits', 'More than 15 significant digits: send it as a string.');
    case 'max_digits':
      return complain('max_digits', `At most ${failure.bounds.integerDigits} digits before the point.`);
    case 'max_decimal_places':
      return complain('max_decimal_places', `At most ${failure.bounds.decimalPlaces} decimal places.`);
  }
};

/** A decimal, as JSON number or as decimal string (decisions 3). */
export const decimal = (bounds: DecimalBounds): Codec<Decimal> => {
  const ofNumber = parseDecimalNumber(bounds);
  const ofString = parseDecimalString(bounds);
  return scalar('decimal', decimalSchema(bounds), (value) => {
    if (value instanceof JsonNumber) return E.mapLeft(ofDecimal)(ofNumber(value.text));
    return typeof value === 'string'
      ? E.mapLeft(ofDecimal)(ofString(value))
      : invalid('Must be a number or a decimal string.');
  });
};

const ofPath = ({ kind }: DocumentPathFailure): Complaint =>
  kind === 'path_too_long' ? complain('max_length', `At most ${MAX_PATH_BYTES} bytes.`) : complain(kind);

export const documentPath = text('document path', documentPathSchema, (sent) =>
  E.mapLeft(ofPath)(parseDocumentPath(sent)),
);
