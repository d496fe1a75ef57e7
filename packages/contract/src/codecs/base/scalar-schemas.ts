import { type DecimalBounds, MAX_NUMBER_DIGITS } from '@carryover/domain/decimal';
import { MAX_PATH_BYTES } from '@carryover/domain/document-path';
import type { JsonSchema } from '../../json-schema.ts';

/** Any character except U+0000 and unpaired surrogates (decisions 3). */
const CHARACTER = '[^\\u0000\\ud800-\\udfff]';
/** Any character except `/`, backslash, control and bidirectional characters (decisions 9). */
const IN_SEGMENT = '[^/\\\\\\p{Cc}\\p{Bidi_Control}\\ud800-\\udfff]';

export const textSchema = (maxLength: number): JsonSchema => ({
  type: 'string',
  maxLength,
  pattern: `^${CHARACTER}*$`,
  description: 'Text without U+0000 and unpaired surrogates.',
});
/** At least one character that is not white space. */
export const spokenTextSchema = (maxLength: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: `^${CHARACTER}*[^\\s\\u0085\\u0000\\ud800-\\udfff]${CHARACTER}*$`,
  description: 'Text without U+0000 and unpaired surrogates, and not only white space.',
});
export const vocabularySchema: JsonSchema = {
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

export const dateSchema: JsonSchema = {
  type: 'string',
  format: 'date',
  pattern: `^${DAY}$`,
  description: 'A calendar day `YYYY-MM-DD` from 1900-01-01 to 2199-12-31.',
};
export const dateTimeSchema: JsonSchema = {
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
export const decimalSchema = (bounds: DecimalBounds): JsonSchema => ({
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
export const documentPathSchema: JsonSchema = {
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
