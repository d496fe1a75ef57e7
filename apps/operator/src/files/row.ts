import type { ErrorCode } from '@carryover/contract/error-codes';
import type * as E from 'fp-ts/lib/Either.js';

/** What is wrong with a row: the first thing, where there are several. */
export type RowIssue = {
  readonly code: ErrorCode;
  readonly detail: string;
  /** A dot-delimited path into an NDJSON row, `ledgers.0.main`, or a CSV column; empty: the row as a whole. */
  readonly attr: string;
};

/**
 * Why a row was not taken. `stopsReading`: nothing that follows in the file is read, because it is damaged or ends early.
 * `refusesFile`: the whole file is of no use, because it is empty or does not begin with the expected CSV header.
 */
export type RowRejected = RowIssue & { readonly stopsReading: boolean; readonly refusesFile?: true };

/** A row of a CSV file: the names of its columns, and its fields; null if it cannot be taken apart into as many. */
export type CsvCells = { readonly columns: ReadonlyArray<string>; readonly fields: ReadonlyArray<string> | null };

/** The place of a row and its text. */
export type RowText = {
  /** The line on which it begins, the first being 1. */
  readonly line: number;
  /** As read, what is not UTF-8 replaced; of a line that is too long the first 1,000 bytes. */
  readonly raw: string;
  /** Of a CSV file whose header was read. */
  readonly csv?: CsvCells;
};

/** Only where a row is and what it says. */
export const textOf = ({ line, raw, csv }: RowText): RowText =>
  csv === undefined ? { line, raw } : { line, raw, csv };

/** A row of a file: what it means, or why it was not taken. */
export type Row<A> = RowText & {
  readonly row: E.Either<RowRejected, A>;
  /** The rows of the file that make up this one, if they are several. */
  readonly parts?: ReadonlyArray<RowText>;
};

/** What is wrong with a value that is right in itself: that it repeats another one. */
export type Check<A> = (value: A, line: number) => RowIssue | null;

/** The row of which this one thing is wrong; what follows it is read. */
export const rejected = (issue: RowIssue): RowRejected => ({ ...issue, stopsReading: false });

/** The rejection of a whole file; only the first row that a reader gives can be one. */
export const refusedFile = (issue: RowIssue): RowRejected => ({ ...issue, stopsReading: true, refusesFile: true });
