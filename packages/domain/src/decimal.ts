import { Decimal as DecimalJs } from 'decimal.js';
import * as E from 'fp-ts/lib/Either.js';

/**
 * Exact arithmetic: 100 significant digits hold every product and every sum of the interface's numbers, so no operation
 * here ever rounds. Half up is away from zero (decisions 5).
 */
const Exact = DecimalJs.clone({ precision: 100, rounding: DecimalJs.ROUND_HALF_UP });

const PLAIN = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const ZERO_DIGIT = 48;

/** Returns a plain decimal without trailing zeros and without the sign of zero. */
const shortest = (plain: string): string => {
  let end = plain.length;
  if (plain.includes('.')) {
    while (plain.charCodeAt(end - 1) === ZERO_DIGIT) end -= 1;
    if (plain[end - 1] === '.') end -= 1;
  }
  const text = end === plain.length ? plain : plain.slice(0, end);
  return text === '-0' ? '0' : text;
};

/** A decimal as a whole number of units, exact in binary: 71.05 is 7,105 units of two places. */
type Units = { readonly count: number; readonly places: number };

/** Every whole number of as many digits is exact in binary. */
const EXACT_DIGITS = 15;

/** @returns null if the decimal has too many digits. */
const toUnits = (text: string): Units | null => {
  if (text.length > EXACT_DIGITS) return null;
  const point = text.indexOf('.');
  if (point === -1) return { count: Number(text), places: 0 };
  return { count: Number(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 };
};

/** @returns null if a factor is null, or the product is too large to be exact. */
const multiplyUnits = (a: Units | null, b: Units | null): Units | null => {
  if (a === null || b === null) return null;
  const count = a.count * b.count;
  return Number.isSafeInteger(count) ? { count, places: a.places + b.places } : null;
};

const atPlaces = ({ count, places }: Units, wanted: number): number => count * 10 ** (wanted - places);

/** @returns null if a summand is null, or a step is too large to be exact. */
const addUnits = (a: Units | null, b: Units | null): Units | null => {
  if (a === null || b === null) return null;
  const places = Math.max(a.places, b.places);
  const [left, right] = [atPlaces(a, places), atPlaces(b, places)];
  const count = left + right;
  return Number.isSafeInteger(left) && Number.isSafeInteger(right) && Number.isSafeInteger(count)
    ? { count, places }
    : null;
};

/** Returns the decimal in plain notation. */
const fromUnits = ({ count, places }: Units): string => {
  if (places === 0) return String(count);
  const digits = String(Math.abs(count)).padStart(places + 1, '0');
  return `${count < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

/**
 * An exact decimal, kept as its shortest text in plain notation, so that equal values are equal texts. Most
 * decimals are only passed from the request to the store and never used in calculations.
 */
export class Decimal {
  readonly text: string;
  #exact: DecimalJs | undefined;

  /** @param value a decimal by any notation of decimal.js. */
  constructor(value: string | number) {
    const text = String(value);
    this.text = PLAIN.test(text) ? shortest(text) : shortest(new Exact(text).toFixed());
  }

  /** Returns the exact sum, however many there are; in whole numbers if they hold it, a tenth of the library's work (ADR 16). */
  static sum(values: ReadonlyArray<Decimal>): Decimal {
    let units: Units | null = { count: 0, places: 0 };
    for (const { text } of values) units = addUnits(units, toUnits(text));
    if (units !== null) return new Decimal(fromUnits(units));
    return fromExact(values.reduce((total, { exact }) => total.plus(exact), ZERO.exact));
  }

  private get exact(): DecimalJs {
    this.#exact ??= new Exact(this.text);
    return this.#exact;
  }

  minus(subtrahend: Decimal): Decimal {
    return fromExact(this.exact.minus(subtrahend.exact));
  }

  times(factor: Decimal): Decimal {
    const units = multiplyUnits(toUnits(this.text), toUnits(factor.text));
    return units === null ? fromExact(this.exact.times(factor.exact)) : new Decimal(fromUnits(units));
  }

  negated(): Decimal {
    return fromExact(this.exact.negated());
  }

  abs(): Decimal {
    return this.isNegative() ? this.negated() : this;
  }

  equals(value: Decimal): boolean {
    return this.text === value.text;
  }

  /** Below zero. */
  isNegative(): boolean {
    return this.text[0] === '-';
  }

  /** Above zero. */
  isPositive(): boolean {
    return !this.isNegative() && this.text !== '0';
  }

  isAtMost(bound: Decimal): boolean {
    return this.exact.lessThanOrEqualTo(bound.exact);
  }

  /** Half up, away from zero. */
  roundedTo(places: number): Decimal {
    const point = this.text.indexOf('.');
    if (point === -1 || this.text.length - point - 1 <= places) return this;
    return fromExact(this.exact.toDecimalPlaces(places));
  }

  /** Plain notation; with `places`, exactly as many of them, rounded half up. */
  toFixed(places?: number): string {
    if (places === undefined) return this.text;
    const point = this.text.indexOf('.');
    const missing = point === -1 ? places : places - (this.text.length - point - 1);
    if (missing < 0) return this.exact.toFixed(places);
    return point === -1 && places > 0 ? `${this.text}.${'0'.repeat(missing)}` : this.text + '0'.repeat(missing);
  }

  toNumber(): number {
    return Number(this.text);
  }

  toJSON(): string {
    return this.text;
  }

  toString(): string {
    return this.text;
  }
}

const fromExact = (exact: DecimalJs): Decimal => new Decimal(exact.toFixed());

export const ZERO: Decimal = new Decimal('0');

/** The maximum number of digits before and after the decimal point (decisions 3). */
export type DecimalBounds = { readonly integerDigits: number; readonly decimalPlaces: number };

export type DecimalFailure =
  | { readonly kind: 'invalid' }
  | { readonly kind: 'max_digits'; readonly bounds: DecimalBounds }
  /** A JSON number of more than 15 significant digits: many programs would already have rounded it. */
  | { readonly kind: 'inexact_number' }
  | { readonly kind: 'max_decimal_places'; readonly bounds: DecimalBounds };

/** Returns the bound that a plain decimal exceeds; null if it exceeds none. */
const boundsFailure = (bounds: DecimalBounds, plain: string): E.Either<DecimalFailure, never> | null => {
  const point = plain.indexOf('.');
  const end = point === -1 ? plain.length : point;
  const integerDigits = plain[0] === '-' ? end - 1 : end;
  if (integerDigits > bounds.integerDigits) return E.left({ kind: 'max_digits', bounds });
  const isTooFine = point !== -1 && plain.length - point - 1 > bounds.decimalPlaces;
  return isTooFine ? E.left({ kind: 'max_decimal_places', bounds }) : null;
};

/**
 * Parses a decimal sent as a string by its text: plain notation, no exponent, no sign except `-`, no leading zeros,
 * no more decimal places than allowed, even if they are zeros.
 */
export const parseDecimalString =
  (bounds: DecimalBounds) =>
  (text: string): E.Either<DecimalFailure, Decimal> => {
    if (!PLAIN.test(text)) return E.left({ kind: 'invalid' });
    return boundsFailure(bounds, text) ?? E.right(new Decimal(text));
  };

/** A JSON number with more significant digits may have been rounded before it was sent (decisions 3). */
export const MAX_NUMBER_DIGITS = 15;

/**
 * Parses a decimal sent as a JSON number by its value: `1e2` is 100 and `71.000` is 71.
 *
 * @param token a valid JSON number exactly as sent.
 */
export const parseDecimalNumber =
  (bounds: DecimalBounds) =>
  (token: string): E.Either<DecimalFailure, Decimal> => {
    // The common case: a plain number, too short to exceed the bounds.
    if (token.length <= MAX_NUMBER_DIGITS && PLAIN.test(token)) {
      const decimal = new Decimal(token);
      return boundsFailure(bounds, decimal.text) ?? E.right(decimal);
    }
    const exact = new Exact(token);
    const hasDigits = /^[^e]*[1-9]/i.test(token);
    if (!hasDigits) return E.right(ZERO);
    // An exponent beyond the library's bounds makes a value infinite or zero.
    if (!exact.isFinite()) return E.left({ kind: 'max_digits', bounds });
    if (exact.isZero()) return E.left({ kind: 'max_decimal_places', bounds });
    if (exact.precision() > MAX_NUMBER_DIGITS) return E.left({ kind: 'inexact_number' });
    if (exact.e >= bounds.integerDigits) return E.left({ kind: 'max_digits', bounds });
    if (exact.decimalPlaces() > bounds.decimalPlaces) return E.left({ kind: 'max_decimal_places', bounds });
    return E.right(new Decimal(token));
  };

/** Formats an amount with two decimal places, `71.00` (§2). */
export const toMoney = (amount: Decimal): string => amount.toFixed(2);

export const MONEY: DecimalBounds = { integerDigits: 10, decimalPlaces: 2 };
