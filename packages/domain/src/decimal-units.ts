/** A decimal as a whole number of units, exact in binary: 71.05 is 7,105 units of two places. */
export type Units = { readonly count: number; readonly places: number };

export const NO_UNITS: Units = { count: 0, places: 0 };

/** Every whole number of as many digits is exact in binary. */
const EXACT_DIGITS = 15;

/** @returns null if the decimal has too many digits. */
export const unitsOf = (text: string): Units | null => {
  if (text.length > EXACT_DIGITS) return null;
  const point = text.indexOf('.');
  if (point === -1) return { count: Number(text), places: 0 };
  return { count: Number(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 };
};

/** @returns null if a factor is null, or the product is too large to be exact. */
export const unitsTimes = (one: Units | null, other: Units | null): Units | null => {
  if (one === null || other === null) return null;
  const count = one.count * other.count;
  return Number.isSafeInteger(count) ? { count, places: one.places + other.places } : null;
};

const atPlaces = ({ count, places }: Units, wanted: number): number => count * 10 ** (wanted - places);

/** @returns null if a summand is null, or a step is too large to be exact. */
export const unitsPlus = (one: Units | null, other: Units | null): Units | null => {
  if (one === null || other === null) return null;
  const places = Math.max(one.places, other.places);
  const [left, right] = [atPlaces(one, places), atPlaces(other, places)];
  const count = left + right;
  return Number.isSafeInteger(left) && Number.isSafeInteger(right) && Number.isSafeInteger(count)
    ? { count, places }
    : null;
};

/** Returns the decimal in plain notation. */
export const textOf = ({ count, places }: Units): string => {
  if (places === 0) return String(count);
  const digits = String(Math.abs(count)).padStart(places + 1, '0');
  return `${count < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};
