import {
  Decimal,
  type DecimalBounds,
  MONEY,
  parseDecimalNumber,
  parseDecimalString,
  toMoney,
} from '@carryover/domain/decimal';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { decimal } from '../support/a-transaction.ts';
import {
  boundsArb,
  type DecimalReading,
  nearlyDecimalArb,
  numberTokenArb,
  readingOfNumber,
  readingOfString,
  toUnits,
  UNIT,
} from './decimal-model.ts';

/** Returns the result of a parser in the model's terms. */
const outcome = (parsed: ReturnType<ReturnType<typeof parseDecimalString>>): DecimalReading =>
  E.isRight(parsed) ? toUnits(parsed.right.toFixed()) : parsed.left.kind;

const money = {
  number: (token: string): DecimalReading => outcome(parseDecimalNumber(MONEY)(token)),
  string: (text: string): DecimalReading => outcome(parseDecimalString(MONEY)(text)),
};

describe('a JSON number is judged by its value (decisions 3)', () => {
  it.each([
    ['71', '71'],
    ['71.000000', '71'],
    ['1e2', '100'],
    ['1.5e-1', '0.15'],
    ['12345678901e-1', '1234567890.1'],
    ['-0.01', '-0.01'],
    ['9999999999.99', '9999999999.99'],
    ['9999999999.9900000000', '9999999999.99'],
    [`1${'0'.repeat(40)}e-40`, '1'],
    [`0.${'0'.repeat(40)}1e41`, '1'],
    ['-0', '0'],
    ['-0.0e-99999999999', '0'],
  ])('%s is %s', (token, value) => {
    expect(money.number(token)).toBe(toUnits(value));
  });

  it.each([
    ['eleven digits before the point', '10000000000', 'max_digits'],
    ['a digit too many, by exponent', '1e10', 'max_digits'],
    ['above every double', '1e400', 'max_digits'],
    ['an exponent past counting', `1e${'9'.repeat(400)}`, 'max_digits'],
    ['three places', '10.005', 'max_decimal_places'],
    ['closer to zero than every double', '1e-400', 'max_decimal_places'],
    ['a negative exponent past counting', `1e-${'9'.repeat(400)}`, 'max_decimal_places'],
    ['0.1 + 0.2 in binary', '0.30000000000000004', 'inexact_number'],
    ['seventeen digits', '12345678901234567', 'inexact_number'],
  ])('%s: %s is refused, %s', (_, token, kind) => {
    expect(money.number(token)).toBe(kind);
  });

  const wide: DecimalBounds = { integerDigits: 15, decimalPlaces: 15 };
  it.each([
    ['123456789012345', true],
    ['0.000000000000001', true],
    ['12345678901234000e-2', true],
    ['1234567890123456', false],
    ['100000000000000.1', false],
    ['1.2345678901234567', false],
  ])('up to 15 significant digits: %s, %s', (token, isTaken) => {
    expect(outcome(parseDecimalNumber(wide)(token))).toBe(isTaken ? readingOfNumber(wide, token) : 'inexact_number');
  });
});

describe('a decimal string is judged by its text (decisions 3)', () => {
  it.each(['0', '71', '71.0', '71.00', '-71.05', '0.01', '-0', '-0.00', '9999999999.99', '-9999999999.99'])(
    '%j is taken at its value',
    (text) => {
      expect(money.string(text)).toBe(toUnits(text));
    },
  );

  it.each([
    ['10000000000', 'max_digits'],
    [`1${'0'.repeat(1_000_000)}`, 'max_digits'],
    ['71.000', 'max_decimal_places'],
    ['-0.000', 'max_decimal_places'],
    ['12345678901234567.00', 'max_digits'],
  ])('%.40s is refused, %s', (text, kind) => {
    expect(money.string(text)).toBe(kind);
  });

  it.each([
    ...['', '-', '.', '+1', '--1', '- 1', '-.5', '.5', '1.', '01', '00', '-01', '00.5', '1e2', '1E2', '1e0', '1,000'],
    ...['1_000', '1.2.3', ' 1', '1 ', '1\n', '\t1', '0x10', '1n', '£1', '1%', 'NaN', 'Infinity', '-Infinity', 'null'],
    ...['\u0661', '\uff11', '\u22121', '1\0'],
  ])('%j is not a plain decimal', (text) => {
    expect(money.string(text)).toBe('invalid');
  });

  it('takes more than 15 significant digits', () => {
    const text = '-123456789012345.12345';
    expect(outcome(parseDecimalString({ integerDigits: 15, decimalPlaces: 5 })(text))).toBe(toUnits(text));
  });
});

describe('agreement with reading in whole units of 10^-60', () => {
  it('of JSON numbers', () => {
    fc.assert(
      fc.property(boundsArb, numberTokenArb, (limit, text) => {
        expect([text, outcome(parseDecimalNumber(limit)(text))]).toEqual([text, readingOfNumber(limit, text)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of strings', () => {
    fc.assert(
      fc.property(boundsArb, nearlyDecimalArb, (limit, text) => {
        expect([text, outcome(parseDecimalString(limit)(text))]).toEqual([text, readingOfString(limit, text)]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('sums are exact', () => {
  it.each([
    [[], '0'],
    [['0.1', '0.2'], '0.3'],
    [['1', '-1'], '0'],
    [['9999999999.99', '0.0000000001'], '9999999999.9900000001'],
    [Array.from({ length: 10_000 }, () => '0.1'), '1000'],
  ])('%.40j: %s', (texts, total) => {
    expect(Decimal.sum(texts.map(decimal))).toEqual(decimal(total));
  });
});

describe('money leaves with two places (§2)', () => {
  it.each([
    ['71', '71.00'],
    ['71.5', '71.50'],
    ['0', '0.00'],
    ['-0', '0.00'],
    ['-0.01', '-0.01'],
    ['-12.3', '-12.30'],
    ['9999999999.99', '9999999999.99'],
  ])('%s as %s', (value, expected) => {
    expect(toMoney(decimal(value))).toBe(expected);
  });

  it('and comes in again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n) + 1n, max: 10n ** 12n - 1n }), (pence) => {
        const text = toMoney(new Decimal(`${pence}e-2`));
        expect(text).toMatch(/^-?\d{1,10}\.\d\d$/);
        expect([money.string(text), money.number(text)]).toEqual(Array(2).fill((pence * UNIT) / 100n));
      }),
    );
  });
});
