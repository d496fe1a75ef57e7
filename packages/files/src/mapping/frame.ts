import type { Mapping } from '@carryover/contract/mapping/mapping';
import { COMMAS, type Dialect } from '../csv/csv-fields.ts';
import type { CsvRecord } from '../csv/csv-records.ts';

/** The form of the rows of a mapping. */
export const dialectOf = ({ dialect }: Mapping): Dialect => ({
  delimiter: dialect?.delimiter ?? COMMAS.delimiter,
  quoteChar: dialect?.quoteChar ?? COMMAS.quoteChar,
  doubleQuote: dialect?.doubleQuote ?? true,
  refusesReturns: true,
});

/** What of the file is around its rows. */
export type Frame = {
  /** The lines that are the header, in their order; none if there is no header. */
  readonly headerRows: ReadonlySet<number>;
  readonly lastHeaderRow: number;
  /** The lines that are not read. */
  readonly skips: (line: number) => boolean;
  /** The number of lines before the rows. */
  readonly lines: number;
};

export const frameOf = ({ dialect }: Mapping): Frame => {
  const commentRows = new Set(dialect?.commentRows ?? []);
  const own = dialect?.headerRows ?? (dialect?.header === false ? [] : null);
  // Without headerRows, the header is the first line that is no comment.
  let first = 1;
  while (commentRows.has(first)) first += 1;
  const headerRows = new Set(own ?? [first]);
  const lastHeaderRow = Math.max(0, ...headerRows);
  const skips = (line: number): boolean => commentRows.has(line) || (line < lastHeaderRow && !headerRows.has(line));
  return { headerRows, lastHeaderRow, skips, lines: Math.max(lastHeaderRow, ...commentRows) };
};

/** Returns the names of the columns: what the lines of the header have, joined by a space. */
export const headerNames = (headers: ReadonlyArray<CsvRecord>): CsvRecord =>
  headers.at(-1)!.map((_, at) =>
    headers
      .map((cells) => cells[at]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .join(' '),
  );

/** Returns the number of columns of a file whose columns have numbers; null if they have names. */
export const numberedWidth = (mapping: Mapping, columns: ReadonlySet<string>): number | null =>
  mapping.dialect?.header === false ? Math.max(...[...columns].map(Number)) : null;
