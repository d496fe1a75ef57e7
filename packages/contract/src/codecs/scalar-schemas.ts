import { type DecimalBounds, MAX_NUMBER_DIGITS } from '@carryover/domain/decimal';
import { MAX_PATH_BYTES } from '@carryover/domain/document-path';
import type { JsonSchema } from '../json-schema.ts';

/** Any character but those no text may hold: U+0000 and halves of surrogate pairs (decisions 3). */
const CHARACTER = '[^\\u0000\\ud800-\\udfff]';
/** Neither `/` nor what a path must not hold: backslash, control and bidirectional characters (decisions 9). */
const IN_SEGMENT = '[^/\\\\\\p{Cc}\\p{Bidi_Control}\\ud800-\\udfff]';

export const textSchema = (maxLength: number): JsonSchema => ({
  type: 'string',
  maxLength,
  pattern: `^${CHARACTER}*$`,
});
export const identifierSchema = (maxLength: number): JsonSchema => ({ ...textSchema(maxLength), minLength: 1 });
/** At least one character that is no white space. */
export const spokenTextSchema = (maxLength: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: `^${CHARACTER}*[^\\s\\u0085\\u0000\\ud800-\\udfff]${CHARACTER}*$`,
});
export const vocabularySchema: JsonSchema = { type: 'string', pattern: '^[A-Z0-9_]{1,64}$' };

const YEAR = '(?:19|20|21)[0-9]{2}';
const LEAP_YEAR = '(?:(?:19|21)(?:0[48]|[2468][048]|[13579][26])|20(?:[02468][048]|[13579][26]))';
const MONTHS = [
  '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])',
  '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)',
  '02-(?:0[1-9]|1[0-9]|2[0-8])',
];
/** The real days of the years 1900 to 2199, and no other text. */
const DAY = `(?:${YEAR}-(?:${MONTHS.join('|')})|${LEAP_YEAR}-02-29)`;

export const dateSchema: JsonSchema = { type: 'string', format: 'date', pattern: `^${DAY}$` };
export const dateTimeSchema: JsonSchema = {
  type: 'string',
  format: 'date-time',
  pattern: `^${DAY}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$`,
};

const numberSchema = ({ integerDigits, decimalPlaces }: DecimalBounds): JsonSchema => {
  const largest = Number(`${'9'.repeat(integerDigits)}.${'9'.repeat(decimalPlaces) || '0'}`);
  return { type: 'number', minimum: -largest, maximum: largest, multipleOf: Number(`1e-${decimalPlaces}`) };
};

/** The numbers of at most 15 digits: with all places, and where those and all digits before the point are more, with all of these. */
const numberSchemas = ({ integerDigits, decimalPlaces }: DecimalBounds): ReadonlyArray<JsonSchema> =>
  integerDigits + decimalPlaces <= MAX_NUMBER_DIGITS
    ? [numberSchema({ integerDigits, decimalPlaces })]
    : [
        numberSchema({ integerDigits: MAX_NUMBER_DIGITS - decimalPlaces, decimalPlaces }),
        numberSchema({
          integerDigits: Math.min(integerDigits, MAX_NUMBER_DIGITS),
          decimalPlaces: Math.max(0, MAX_NUMBER_DIGITS - integerDigits),
        }),
      ];

/** Decimal as string or number, exactly what is taken but for numbers in between, which are taken too. */
export const decimalSchema = (bounds: DecimalBounds): JsonSchema => ({
  anyOf: [
    {
      type: 'string',
      format: 'decimal',
      pattern: `^-?(?:0|[1-9][0-9]{0,${bounds.integerDigits - 1}})${bounds.decimalPlaces === 0 ? '' : `(?:\\.[0-9]{1,${bounds.decimalPlaces}})?`}$`,
    },
    ...numberSchemas(bounds),
  ],
});

/**
 * Relative, without empty, `.` and `..` segments, without a scheme. Its length counts in bytes, which no schema can say:
 * as many characters in ASCII, a quarter where each may take four bytes. What lies in between is taken too.
 */
export const documentPathSchema: JsonSchema = {
  type: 'string',
  minLength: 1,
  anyOf: [{ maxLength: MAX_PATH_BYTES, pattern: '^[\\x20-\\x7e]*$' }, { maxLength: MAX_PATH_BYTES / 4 }],
  pattern: `^(?![A-Za-z][A-Za-z0-9+.-]*:)(?!(?:.*/)?\\.{1,2}(?:/|$))${IN_SEGMENT}+(?:/${IN_SEGMENT}+)*$`,
};
