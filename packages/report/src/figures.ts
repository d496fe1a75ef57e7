import { type Decimal, toMoney } from '@carryover/domain/decimal';

/** Returns a plain decimal for a reader: `1,234,567.80`. */
export const grouped = (plain: string): string => {
  const [whole, ...places] = plain.split('.');
  return [whole!.replace(/\B(?=(?:\d{3})+(?!\d))/g, ','), ...places].join('.');
};

/** A count for a reader: `12,345`. */
export const count = (value: number): string => grouped(String(value));

/** A sum for a reader: `1,234,567.80`. */
export const money = (amount: Decimal): string => grouped(toMoney(amount));

/** A difference of counts with its sign: `+2`, `-1`, `0`. */
export const signedCount = (value: number): string => `${value > 0 ? '+' : ''}${count(value)}`;

/** A difference of sums with its sign: `+71.00`, `-0.01`, `0.00`. */
export const signedMoney = (amount: Decimal): string => `${amount.isPositive() ? '+' : ''}${money(amount)}`;

/** `1 note`, `2 notes`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** Formats a part of a whole in percent with one decimal place; only the whole is 100 %, and only zero is 0 %. */
export const percent = (part: number, whole: number): string => {
  const tenths = Math.round((1000 * part) / whole);
  if (tenths === 0 && part > 0) return 'under 0.1 %';
  if (tenths === 1000 && part < whole) return 'over 99.9 %';
  return `${(tenths / 10).toFixed(1)} %`;
};
