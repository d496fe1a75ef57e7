import { type CalendarDate, parseCalendarDate } from '@carryover/domain/calendar-date';
import { parseDateTime } from '@carryover/domain/date-time';
import {
  type Decimal,
  type DecimalBounds,
  type DecimalFailure,
  MAX_NUMBER_DIGITS,
  parseDecimalNumber,
  parseDecimalString,
} from '@carryover/domain/decimal';
import { type DocumentPathFailure, MAX_PATH_BYTES, parseDocumentPath } from '@carryover/domain/document-path';
import { isBlank, isVocabularyCode, parseIdentifier, parseText } from '@carryover/domain/text';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Complaint, complain } from '../issue.ts';
import { JsonNumber } from '../json/exact-json.ts';
import { type Codec, type Issues, type JsonSchema, type Read, scalar } from './codec.ts';

/** Any character except U+0000 and unpaired surrogates (decisions 3). */
const CHARACTER = '[^\\u0000\\ud800-\\udfff]';
/** Any character except `/`, backslash, control and bidirectional characters (decisions 9). */
const IN_SEGMENT = '[^/\\\\\\p{Cc}\\p{Bidi_Control}\\ud800-\\udfff]';

const textSchema = (maxLength: number): JsonSchema => ({
  type: 'string',
  maxLength,
  pattern: `^${CHARACTER}*$`,
  description: 'Text without U+0000 and unpaired surrogates.',
});
/** At least one character that is not white space. */
const spokenTextSchema = (maxLength: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: `^${CHARACTER}*[^\\s\\u0085\\u0000\\ud800-\\udfff]${CHARACTER}*$`,
  description: 'Text without U+0000 and unpaired surrogates, and not only white space.',
});
const vocabularySchema: JsonSchema = {
  type: 'string',
  pattern: '^[A-Z0-9_]{1,64}$',
  description: '1 to 64 capital letters, digits and underscores.',
};

const YEAR = '(?:19|20|21)[0-9]{2}';
const LEAP_YEAR = '(?:(?:19|21)(?:0[48]|[2468][048]|[13579][26])|20(?:[02468][048]|[13579][26]))';
const MONTHS = [
  '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])',
  '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)',
  '02-(?:0[1-9]|1[0-9]|2[0-8])',
];
/** The real days of the years 1900 to 2199, and no other text. */
const DAY = `(?:${YEAR}-(?:${MONTHS.join('|')})|${LEAP_YEAR}-02-29)`;

const dateSchema: JsonSchema = {
  type: 'string',
  format: 'date',
  pattern: `^${DAY}$`,
  description: 'A calendar day `YYYY-MM-DD` from 1900-01-01 to 2199-12-31.',
};
const dateTimeSchema: JsonSchema = {
  type: 'string',
  format: 'date-time',
  pattern: `^${DAY}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$`,
  description: 'A UTC time `YYYY-MM-DDTHH:MM:SSZ` in the years 1900 to 2199.',
};

const digitsOf = ({ integerDigits, decimalPlaces }: DecimalBounds): string =>
  decimalPlaces === 0
    ? `at most ${integerDigits} digits`
    : `at most ${integerDigits} digits before the point and ${decimalPlaces} after it`;

/**
 * A decimal as string or number. `multipleOf` cannot express the decimal places: it is computed in binary, where 71.05 is not a
 * multiple of 0.01, so valid values would be rejected. `x-` members tell programs, the description tells people.
 */
const decimalSchema = (bounds: DecimalBounds): JsonSchema => ({
  description: `A decimal of ${digitsOf(bounds)}.`,
  anyOf: [
    {
      title: 'String',
      type: 'string',
      format: 'decimal',
      pattern: `^-?(?:0|[1-9][0-9]{0,${bounds.integerDigits - 1}})${bounds.decimalPlaces === 0 ? '' : `(?:\\.[0-9]{1,${bounds.decimalPlaces}})?`}$`,
      description: 'Exact at any length. Plain notation: no exponent, no sign except `-`, no leading zeros.',
    },
    {
      title: 'Number',
      type: 'number',
      exclusiveMinimum: -Number(`1e${bounds.integerDigits}`),
      exclusiveMaximum: Number(`1e${bounds.integerDigits}`),
      'x-max-decimal-places': bounds.decimalPlaces,
      'x-max-significant-digits': MAX_NUMBER_DIGITS,
      description: `At most ${MAX_NUMBER_DIGITS} significant digits. Send a longer number, or a sum of floats, as a string.`,
    },
  ],
});

/**
 * Relative, without empty, `.` and `..` segments, without a scheme. The limit is in bytes, which a schema cannot express:
 * the same number of characters in ASCII, a quarter if each takes four bytes. Lengths in between are also accepted.
 */
const documentPathSchema: JsonSchema = {
  type: 'string',
  minLength: 1,
  anyOf: [
    { title: 'ASCII', maxLength: MAX_PATH_BYTES, pattern: '^[\\x20-\\x7e]*$' },
    { title: 'Any characters', maxLength: MAX_PATH_BYTES / 4 },
  ],
  pattern: `^(?![A-Za-z][A-Za-z0-9+.-]*:)(?!(?:.*/)?\\.{1,2}(?:/|$))${IN_SEGMENT}+(?:/${IN_SEGMENT}+)*$`,
  description:
    'Relative: segments joined by `/`, none of them empty, `.` or `..`; without a scheme, a backslash, and control and bidirectional characters.',
};

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

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const NO_WORD = complain('invalid', 'Must be true, false, 1 or 0.');
const REPEATED = complain('invalid', 'The parameter appears more than once.');

/** A boolean query parameter: `true` or `false` in any letter case, `1` or `0` (decisions 5). */
export const parameter: Codec<boolean> = scalar('parameter', { type: 'boolean' }, (value, issues) =>
  typeof value === 'string' ? (WORDS.get(value.toLowerCase()) ?? issues.add(NO_WORD)) : issues.add(REPEATED),
);

/** A place in the feed as a query parameter. Only the database knows whether a text is one: its length depends on the nodes. */
export const cursor: Codec<string> = scalar('cursor', { type: 'string' }, (value, issues) =>
  typeof value === 'string' ? value : issues.add(REPEATED),
);

/** A whole number as a query parameter. */
export const wholeNumber = (minimum: number, maximum: number): Codec<number> => {
  const wrong = complain('invalid', `Must be a whole number from ${minimum} to ${maximum}.`);
  return scalar('whole number', { type: 'integer', minimum, maximum }, (value, issues) => {
    if (typeof value !== 'string') return issues.add(REPEATED);
    const isInside = /^(0|[1-9]\d{0,8})$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
    return isInside ? Number(value) : issues.add(wrong);
  });
};

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

/** A decimal, or empty as in a column of CSV: null. */
export const decimalOrEmpty = (bounds: DecimalBounds): Codec<Decimal | null> => {
  const given = decimal(bounds);
  const schema = {
    anyOf: [
      { title: 'Decimal', ...decimalSchema(bounds) },
      { title: 'Empty', type: 'string', maxLength: 0 },
    ],
  };
  return scalar('decimal or empty', schema, (value, issues) => (value === '' ? null : given.read(value, issues)));
};

const ofPath = ({ kind }: DocumentPathFailure): Complaint =>
  kind === 'path_too_long' ? complain('max_length', `Must have at most ${MAX_PATH_BYTES} bytes.`) : complain(kind);

export const documentPath = text('document path', documentPathSchema, (sent, issues) => {
  const path = parseDocumentPath(sent);
  return E.isRight(path) ? path.right : issues.add(ofPath(path.left));
});
