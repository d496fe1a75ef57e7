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
import { isBlank, isVocabularyCode, parseIdentifier, parseText } from '@carryover/domain/text';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Complaint, complain } from '../../issue.ts';
import { JsonNumber } from '../../json/exact-json.ts';
import type { JsonSchema } from '../../json-schema.ts';
import { type Codec, type Issues, type Read, scalar } from './codec.ts';
import {
  dateSchema,
  dateTimeSchema,
  decimalSchema,
  documentPathSchema,
  spokenTextSchema,
  textSchema,
  vocabularySchema,
} from './scalar-schemas.ts';

type TextFailure =
  | { readonly kind: 'blank' | 'invalid_characters' }
  | { readonly kind: 'max_length'; readonly max: number };
const ofText = (failure: TextFailure): Complaint =>
  failure.kind === 'max_length'
    ? complain('max_length', `Must have at most ${failure.max} characters.`)
    : complain(failure.kind);

const NO_STRING = complain('invalid', 'Must be a string.');

/** A JSON string. A valid one allocates nothing, because a request has tens of thousands. */
const text = <A extends string>(
  name: string,
  schema: JsonSchema,
  read: (sent: string, issues: Issues) => A | undefined,
): Codec<A> =>
  scalar(name, schema, (value, issues) => (typeof value === 'string' ? read(value, issues) : issues.add(NO_STRING)));

const parsed = <F extends TextFailure>(result: E.Either<F, string>, issues: Issues): string | undefined =>
  E.isRight(result) ? result.right : issues.add(ofText(result.left));

export const identifier = (max: number): Codec<string> => {
  const parse = parseIdentifier(max);
  return text('identifier', spokenTextSchema(max), (sent, issues) => parsed(parse(sent), issues));
};

export const freeText = (max: number): Codec<string> => {
  const parse = parseText(max);
  return text('text', textSchema(max), (sent, issues) => parsed(parse(sent), issues));
};

/** Text with at least one visible character. */
export const spokenText = (max: number): Codec<string> => {
  const parse = parseText(max);
  return text('text', spokenTextSchema(max), (sent, issues) =>
    isBlank(sent) ? issues.add(complain('blank')) : parsed(parse(sent), issues),
  );
};

const NO_CODE = complain('invalid', 'Must be 1 to 64 characters: capital letters, digits and underscores.');

/** A word of a vocabulary of which no complete list is known (decisions 5). */
export const vocabularyCode: Codec<string> = text('code', vocabularySchema, (sent, issues) =>
  isVocabularyCode(sent) ? sent : issues.add(NO_CODE),
);

/** @param none the error message if there is nothing to choose from. */
export const choice = <A extends string>(choices: ReadonlyArray<A>, none = 'No value is accepted.'): Codec<A> => {
  const otherwise = complain('invalid_choice', choices.length === 0 ? none : `Must be one of ${choices.join(', ')}.`);
  return text(
    'choice',
    { type: 'string', enum: choices },
    (sent, issues) => choices.find((one) => one === sent) ?? issues.add(otherwise),
  );
};

const NO_FLAG = complain('invalid', 'Must be true or false.');

export const flag: Codec<boolean> = scalar('boolean', { type: 'boolean' }, (value, issues) =>
  typeof value === 'boolean' ? value : issues.add(NO_FLAG),
);

const NO_DAY = complain('invalid', 'Must be a calendar day YYYY-MM-DD from 1900-01-01 to 2199-12-31.');

const readDay = (sent: string, issues: Issues): CalendarDate | undefined => {
  const day = parseCalendarDate(sent);
  return O.isSome(day) ? day.value : issues.add(NO_DAY);
};

export const calendarDate = text('date', dateSchema, readDay);

/** A day that is not after `today`, which is asked at each use. */
export const pastDate = (today: () => CalendarDate): Codec<CalendarDate> =>
  text('date', dateSchema, (sent, issues) => {
    const day = readDay(sent, issues);
    return day === undefined || day <= today() ? day : issues.add(complain('transaction_in_future'));
  });

const NO_TIME = complain('invalid', 'Must be a UTC time YYYY-MM-DDTHH:MM:SSZ in the years 1900 to 2199.');

export const dateTime = text('datetime', dateTimeSchema, (sent, issues) => {
  const time = parseDateTime(sent);
  return O.isSome(time) ? time.value : issues.add(NO_TIME);
});

const ofDecimal = (failure: DecimalFailure): Complaint => {
  switch (failure.kind) {
    case 'invalid':
      return complain('invalid', 'Must be a plain decimal, such as 71 or -71.05.');
    case 'inexact_number':
      return complain('max_digits', 'The number has more than 15 significant digits. Send it as a string.');
    case 'max_digits':
      return complain(
        'max_digits',
        `Must have at most ${failure.bounds.integerDigits} digits before the decimal point.`,
      );
    case 'max_decimal_places':
      return complain('max_decimal_places', `Must have at most ${failure.bounds.decimalPlaces} decimal places.`);
  }
};

const NO_DECIMAL = complain('invalid', 'Must be a number or a decimal string.');

/** A decimal, as JSON number or as decimal string (decisions 3). */
export const decimal = (bounds: DecimalBounds): Codec<Decimal> => {
  const ofNumber = parseDecimalNumber(bounds);
  const ofString = parseDecimalString(bounds);
  const read: Read<Decimal> = (value, issues) => {
    const isNumber = value instanceof JsonNumber;
    if (!isNumber && typeof value !== 'string') return issues.add(NO_DECIMAL);
    const result = isNumber ? ofNumber(value.text) : ofString(value);
    return E.isRight(result) ? result.right : issues.add(ofDecimal(result.left));
  };
  return scalar('decimal', decimalSchema(bounds), read);
};

const ofPath = ({ kind }: DocumentPathFailure): Complaint =>
  kind === 'path_too_long' ? complain('max_length', `Must have at most ${MAX_PATH_BYTES} bytes.`) : complain(kind);

export const documentPath = text('document path', documentPathSchema, (sent, issues) => {
  const path = parseDocumentPath(sent);
  return E.isRight(path) ? path.right : issues.add(ofPath(path.left));
});
