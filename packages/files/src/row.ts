import type { ErrorCode } from '@carryover/contract/error-codes';
import type * as E from 'fp-ts/lib/Either.js';

/** The first issue of a row. */
export type RowIssue = {
  readonly code: ErrorCode;
  readonly detail: string;
  /** A dot-delimited path into an NDJSON row, `ledgers.0.main`, or a CSV column; empty: the row as a whole. */
  readonly attr: string;
};

/**
 * The reason why a row was rejected. `stopsReading`: nothing after it in the file is read, because the file is damaged or ends early.
 * `refusesFile`: the whole file is rejected, because it is empty or does not begin with the expected CSV header.
 */
export type RowRejected = RowIssue & { readonly stopsReading: boolean; readonly refusesFile?: true };

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
  readonly row: E.Either<RowRejected, A>;
  /** The rows of the file that make up this one, if they are several. */
  readonly parts?: ReadonlyArray<RowText>;
};

/** The issue of a valid value that repeats another one. */
export type Check<A> = (value: A, line: number) => RowIssue | null;

/** The row of which this one thing is wrong; what follows it is read. */
export const rejected = (issue: RowIssue): RowRejected => ({ ...issue, stopsReading: false });

/** Returns the rejection of a whole file, which only the first row can be. */
export const refusedFile = (issue: RowIssue): RowRejected => ({ ...issue, stopsReading: true, refusesFile: true });
