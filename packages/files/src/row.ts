import type { JsonObject } from '@carryover/contract/json/exact-json';
import type * as E from 'fp-ts/lib/Either.js';

/** Something that is wrong with a row. */
export type RowIssue = {
  /** One of the interface's codes, or one that only a service or the comparison of rows gives. */
  readonly code: string;
  /** Dot-delimited, into an NDJSON row: `ledgers.0.main`; in CSV it begins with the column; empty: the row as a whole. */
  readonly path: string;
  readonly detail: string;
  /** The character of the line at which the value begins, from 1; missing in CSV and for a field that is missing. */
  readonly column?: number | null;
};

/** Why a row was not taken: its first issue. */
export type Rejection = RowIssue & {
  /** Nothing after it in the file is read: the file is damaged or ends early, or the whole of it is refused. */
  readonly stopsReading: boolean;
  /** The row is at fault all the same, not its file: without it, those behind it are of no use. */
  readonly isOfRow?: true;
  /** The whole file is refused, because it is empty or does not begin with the expected CSV header. */
  readonly refusesFile?: true;
  /** It is the header of a file, whose rows are read all the same. */
  readonly isHeader?: true;
  /** Further issues of the row. */
  readonly more?: ReadonlyArray<RowIssue>;
  /** What could be read of the row. */
  readonly object?: JsonObject;
};

/** A CSV row: the names of its columns, and its fields; null if it does not have the same number of fields. */
export type CsvCells = { readonly columns: ReadonlyArray<string>; readonly fields: ReadonlyArray<string> | null };

/** The place of a row and its text. */
export type RowText = {
  /** The line on which it begins, the first being 1. */
  readonly line: number;
  /** As read, with invalid UTF-8 replaced; for a line that is too long, the first 1,000 bytes. */
  readonly raw: string;
  /** Only for a CSV file whose header was read. */
  readonly csv?: CsvCells;
};

/** The line and the value of a row. */
export const textOf = ({ line, raw, csv }: RowText): RowText =>
  csv === undefined ? { line, raw } : { line, raw, csv };

/** A row of a file: what it means, or why it was not taken. */
export type Row<A> = RowText & {
  readonly row: E.Either<Rejection, A>;
  /** The rows of the file that make up this one, if they are several. */
  readonly parts?: ReadonlyArray<RowText>;
};

/** The issue of a valid value that repeats another one. */
export type Check<A> = (value: A, line: number) => RowIssue | null;

/** The row of which these things are wrong; what follows it is read. */
export const rejected = (issue: RowIssue, more: ReadonlyArray<RowIssue> = []): Rejection =>
  more.length === 0 ? { ...issue, stopsReading: false } : { ...issue, stopsReading: false, more };

/** Returns the rejection of a whole file, which only the first row can be. */
export const refusedFile = (issue: RowIssue): Rejection => ({ ...issue, stopsReading: true, refusesFile: true });

/** All issues of a row, in document order. */
export const issuesOf = ({ code, path, detail, column, more = [] }: Rejection): ReadonlyArray<RowIssue> => [
  column === undefined ? { code, path, detail } : { code, path, detail, column },
  ...more,
];
