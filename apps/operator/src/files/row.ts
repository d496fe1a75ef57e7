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

/** Where a row stands and what it says. */
export type RowText = {
  /** The line on which it begins, the first being 1. */
  readonly line: number;
  /** As read, what is not UTF-8 replaced; of a line that is too long the first 1,000 bytes. */
  readonly raw: string;
};

/** A row of a file: what it means, or why it was not taken. */
export type Row<A> = RowText & { readonly row: E.Either<RowRejected, A> };

/** What is wrong with a value that is right in itself: that it repeats another one. */
export type Check<A> = (value: A, line: number) => RowIssue | null;

/** The row of which this one thing is wrong; what follows it is read. */
export const rejected = (issue: RowIssue): RowRejected => ({ ...issue, stopsReading: false });

/** The rejection of a whole file; only the first row that a reader gives can be one. */
export const refusedFile = (issue: RowIssue): RowRejected => ({ ...issue, stopsReading: true, refusesFile: true });
