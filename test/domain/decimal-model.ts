import type { DecimalBounds, DecimalFailure } from '@carryover/domain/decimal';
import fc from 'fast-check';

/** A value in whole units of 10^-60, or why it is refused: a second reading of decimals that shares nothing with the first. */
export type DecimalReading = bigint | DecimalFailure['kind'];

const SCALE = 60;
export const UNIT = 10n ** BigInt(SCALE);

const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** The units of a decimal of exponents up to a few dozen. */
export const toUnits = (text: string): bigint => {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const power = SCALE + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const units = power >= 0 ? digits * 10n ** BigInt(power) : digits / 10n ** BigInt(-power);
  return sign === '-' ? -units : units;
};

const absolute = (units: bigint): bigint => (units < 0n ? -units : units);
const integerDigitsOf = (units: bigint): number => {
  const whole = absolute(units) / UNIT;
  return whole === 0n ? 0 : String(whole).length;
};
const trailingZeros = (units: bigint): number => /0*$/.exec(String(units))![0].length;

/** A JSON number by its value: significant digits first, then those before the point, then places (decisions 3). */
export const readingOfNumber = (bounds: DecimalBounds, token: string): DecimalReading => {
  const units = toUnits(token);
  if (units === 0n) return 0n;
  const zeros = trailingZeros(units);
  if (String(absolute(units)).length - zeros > 15) return 'inexact_number';
  if (integerDigitsOf(units) > bounds.integerDigits) return 'max_digits';
  return SCALE - zeros > bounds.decimalPlaces ? 'max_decimal_places' : units;
};

/** A string by its text, character by character (decisions 3). */
export const readingOfString = (bounds: DecimalBounds, text: string): DecimalReading => {
  const unsigned = text.startsWith('-') ? text.slice(1) : text;
  const parts = unsigned.split('.');
  const [whole = '', fraction] = parts;
  const isPlain =
    parts.length <= 2 && parts.every((part) => part !== '' && [...part].every((c) => c >= '0' && c <= '9'));
  if (!isPlain || (whole.length > 1 && whole.startsWith('0'))) return 'invalid';
  if (whole.length > bounds.integerDigits) return 'max_digits';
  return (fraction ?? '').length > bounds.decimalPlaces ? 'max_decimal_places' : toUnits(text);
};

export const boundsArb: fc.Arbitrary<DecimalBounds> = fc.record({
  integerDigits: fc.integer({ min: 1, max: 18 }),
  decimalPlaces: fc.nat(12),
});
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0001234567899'), minLength, maxLength });
const whole = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.constantFrom(...'123456789'), digits(0, 18)).map((d) => d.join('')),
);
const fraction = fc.oneof(
  fc.constant(''),
  digits(1, 18).map((text) => `.${text}`),
);
const exponent = fc.oneof(
  fc.constant(''),
  fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-', 'E-0'), fc.nat(25)).map((e) => e.join('')),
);
const sign = fc.constantFrom('', '-');
/** A JSON number, of exponents up to 25. */
export const numberTokenArb = fc.tuple(sign, whole, fraction, exponent).map((parts) => parts.join(''));
/** A plain decimal, or nearly one. */
export const nearlyDecimalArb = fc.oneof(
  fc.tuple(sign, whole, fraction).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...'00123.-+eE '), maxLength: 8 }),
);
