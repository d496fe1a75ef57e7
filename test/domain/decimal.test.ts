import { Decimal, MONEY, parseDecimalNumber, parseDecimalString, toMoney } from '@carryover/domain/decimal';
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

type Scaled = { readonly units: bigint; readonly places: number };

/** Short and long ones: some fit into a number, some do not, and some only until they are brought to the same places. */
const scaled: fc.Arbitrary<Scaled> = fc.record({
  units: fc.oneof(
    fc.bigInt({ min: -999n, max: 999n }),
    fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
    fc.constantFrom(0n, 9_007_199_254_740_991n, -9_007_199_254_740_992n, 94_906_267n),
  ),
  places: fc.integer({ min: 0, max: 12 }),
});

const textOf = ({ units, places }: Scaled): string => {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`;
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${fraction}`;
};

const toDecimal = (one: Scaled): Decimal => new Decimal(textOf(one));
const at = ({ units, places }: Scaled, wanted: number): bigint => units * 10n ** BigInt(wanted - places);

describe('arithmetic is exact, whichever way it is done', () => {
  it('of sums', () => {
    fc.assert(
      fc.property(fc.array(scaled, { maxLength: 5 }), (values) => {
        const units = values.reduce((total, one) => total + at(one, 12), 0n);
        expect(Decimal.sum(values.map(toDecimal)).text).toBe(toDecimal({ units, places: 12 }).text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of products', () => {
    fc.assert(
      fc.property(scaled, scaled, (one, other) => {
        const product = { units: one.units * other.units, places: one.places + other.places };
        expect(toDecimal(one).times(toDecimal(other)).text).toBe(toDecimal(product).text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of roundings, half away from zero', () => {
    fc.assert(
      fc.property(scaled, fc.integer({ min: 0, max: 12 }), (one, places) => {
        const step = 10n ** BigInt(12 - places);
        const units = at(one, 12);
        const magnitude = ((units < 0n ? -units : units) + step / 2n) / step;
        const rounded = { units: units < 0n ? -magnitude : magnitude, places };
        expect(toDecimal(one).roundedTo(places).text).toBe(toDecimal(rounded).text);
      }),
      { numRuns: 2_000 },
    );
  });
});
