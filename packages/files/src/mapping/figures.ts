import type { Mapping } from '@carryover/contract/mapping/mapping';

const PLACES = 12;

/** An exact sum, in units of the twelfth decimal place. */
type Sum = bigint;

export const toSum = (text: string): Sum | null => {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || part.length > PLACES) return null;
  const units = BigInt(whole + part.padEnd(PLACES, '0'));
  return sign === '-' ? -units : units;
};

/** Returns a sum as a plain decimal of two places or more. */
export const sumText = (sum: Sum): string => {
  const digits = String(sum < 0n ? -sum : sum).padStart(PLACES + 1, '0');
  const part = digits.slice(-PLACES).replace(/0{1,10}$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${part}`;
};

/** Rows, and the sum of each column in the order of the columns. */
export type Figures = { rows: number; readonly sums: Sum[] };

/** Returns the columns whose sums are expected of a mapping. */
export const summedColumns = ({ expect }: Mapping): ReadonlyArray<string> => [
  ...new Set([
    ...(expect?.sums?.keys() ?? []),
    ...(expect?.trailer?.sums?.keys() ?? []),
    ...[...(expect?.files?.values() ?? [])].flatMap(({ sums }) => [...(sums?.keys() ?? [])]),
  ]),
];

export const noFigures = (mapping: Mapping): Figures => ({ rows: 0, sums: summedColumns(mapping).map(() => 0n) });

export const addFigures = (figures: Figures, rows: number, amounts: ReadonlyArray<Sum>): void => {
  figures.rows += rows;
  for (const [at, amount] of amounts.entries()) figures.sums[at]! += amount;
};

/** A figure that the source system gives, and what was read. */
export type Expected = {
  /** `rows`, or the column of a sum. */
  readonly figure: string;
  /** The file or the value that it is of; null: all files of the mapping. */
  readonly of: string | null;
  /** The rows that it is of, for people; missing: all. */
  readonly when?: string;
  readonly source: string;
  /** null: it could not be read; `detail` says why. */
  readonly read: string | null;
  readonly agree: boolean;
  readonly detail: string;
};

/** Compares a figure of the source with what was read. @param detail why it could not be read; empty: it could. */
export const expectedFigure = (
  figure: string,
  of: string | null,
  source: string,
  read: string | null,
  detail: string,
): Expected => {
  const isSame = figure === 'rows' ? source === read : read !== null && toSum(source) === toSum(read);
  return { figure, of, source, read, agree: isSame && detail === '', detail };
};
