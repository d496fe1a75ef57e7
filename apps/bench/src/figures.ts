/** Returns the smallest value that at least `percent` of the values do not exceed; NaN of none. */
export const percentile = (values: ReadonlyArray<number>, percent: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
};

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)]!;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

/** Returns a number with three significant digits; large ones are whole and grouped. */
export const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Replaces the line of progress on a terminal; without one, writes a line. */
export const progress = (text: string): void => {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
};

export const endProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
};
