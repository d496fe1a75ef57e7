import { Decimal as DecimalJs } from 'decimal.js';
import * as E from 'fp-ts/lib/Either.js';

/**
 * Exact decimals: 100 significant digits hold every product and every sum of the interface's numbers,
 * so no operation here ever rounds. Half up is away from zero (decisions 5).
 */
export const Decimal = DecimalJs.clone({ precision: 100, rounding: DecimalJs.ROUND_HALF_UP });
export type Decimal = DecimalJs;

export const ZERO: Decimal = new Decimal(0);

/** How many digits a number may have before and after the point (decisions 3). */
export type DecimalBounds = { readonly integerDigits: number; readonly decimalPlaces: number };

export type DecimalFailure =
  | { readonly kind: 'invalid' }
  | { readonly kind: 'max_digits'; readonly bounds: DecimalBounds }
  /** A JSON number of more than 15 significant digits: many programs would already have rounded it. */
  | { readonly kind: 'inexact_number' }
  | { readonly kind: 'max_decimal_places'; readonly bounds: DecimalBounds };

const PLAIN = /^-?(?:0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** -0 is 0 (decisions 3). */
const exactly = (text: string): Decimal => {
  const value = new Decimal(text);
  return value.isZero() ? ZERO : value;
};

/**
 * A decimal sent as a string, judged by its text: plain notation, no exponent, no sign but `-`, no leading zeros,
 * no more places than allowed, even if they are zeros.
 */
export const parseDecimalString =
  (bounds: DecimalBounds) =>
  (text: string): E.Either<DecimalFailure, Decimal> => {
    const match = PLAIN.exec(text);
    if (match === null) return E.left({ kind: 'invalid' });
    const places = match[1]?.length ?? 0;
    const integerDigits = text.length - (text[0] === '-' ? 1 : 0) - (places === 0 ? 0 : places + 1);
    if (integerDigits > bounds.integerDigits) return E.left({ kind: 'max_digits', bounds });
    if (places > bounds.decimalPlaces) return E.left({ kind: 'max_decimal_places', bounds });
    return E.right(exactly(text));
  };

/** A value as 0.DIGITS × 10^point, DIGITS without zeros at either end; zero has no digits. */
const significant = (token: string): { readonly digits: string; readonly point: number } => {
  const unsigned = token[0] === '-' ? token.slice(1) : token;
  const [mantissa, exponent] = unsigned.split(/[eE]/) as [string, string | undefined];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string | undefined];
  const all = whole + fraction;
  let start = 0;
  while (all.charCodeAt(start) === 48) start += 1;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === 48) end -= 1;
  return { digits: all.slice(start, end), point: whole.length - start + Number(exponent ?? 0) };
};

/**
 * A decimal sent as a JSON number, judged by its value: `1e2` is 100 and `71.000` is 71.
 *
 * @param token a valid JSON number exactly as sent.
 */
export const parseDecimalNumber =
  (bounds: DecimalBounds) =>
  (token: string): E.Either<DecimalFailure, Decimal> => {
    const { digits, point } = significant(token);
    if (digits === '') return E.right(ZERO);
    if (digits.length > 15) return E.left({ kind: 'inexact_number' });
    if (point > bounds.integerDigits) return E.left({ kind: 'max_digits', bounds });
    if (digits.length - point > bounds.decimalPlaces) return E.left({ kind: 'max_decimal_places', bounds });
    return E.right(exactly(token));
  };

export const sum = (values: Iterable<Decimal>): Decimal => {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
};

/** Money leaves the service with two places, `71.00` (§2). */
export const toMoney = (amount: Decimal): string => amount.toFixed(2);

export const MONEY: DecimalBounds = { integerDigits: 10, decimalPlaces: 2 };
