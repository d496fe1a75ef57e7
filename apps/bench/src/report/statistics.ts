const ascending = (values: Iterable<number>): Float64Array => Float64Array.from(values).sort();

/** The middle one; the mean of the two middle ones of an even number. NaN of none. */
export const median = (values: Iterable<number>): number => {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** The smallest value that so many per cent of the values do not exceed. NaN of none. */
export const percentile = (values: Iterable<number>, percent: number): number => {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
};

/**
 * The median of the quotients of values measured next to each other: what disturbs both at the same time cancels out, unlike in
 * the quotient of two medians. Null if there is no pair.
 */
export const medianRatio = (numerators: ReadonlyArray<number>, denominators: ReadonlyArray<number>): number | null => {
  const pairs = Math.min(numerators.length, denominators.length);
  if (pairs === 0) return null;
  return median(Array.from({ length: pairs }, (_, index) => numerators[index]! / denominators[index]!));
};

export const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0);
