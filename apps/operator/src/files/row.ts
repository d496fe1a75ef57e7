import type { ErrorCode } from '@carryover/contract/error-codes';
import type { Complaint } from '@carryover/contract/issue';
import type * as E from 'fp-ts/lib/Either.js';

/** Why something in a file was not taken: the first thing wrong with it. */
export type RowRejected = {
  readonly code: ErrorCode;
  readonly detail: string;
  /** What is wrong: a dot-delimited path into an NDJSON row, `ledgers.0.main`, or a CSV column; empty: the row as a whole. */
  readonly attr: string;
  /** The row as read, what is not UTF-8 replaced; of a row that is too long the first 1,000 bytes. */
  readonly raw: string;
  /** Nothing that follows in the file is read: it is damaged, ends early, or its CSV header is not the expected one. */
  readonly stopsReading: boolean;
};

/** A row of a file, and the line on which it begins, the first being 1. */
export type Row<A> = { readonly line: number; readonly row: E.Either<RowRejected, A> };

/** What is wrong with a value that was read, at which path or column of its row. */
export type RowIssue = Complaint & { readonly attr: string };

/** What is wrong with a value that is right in itself: that it repeats another one. */
export type Check<A> = (value: A, line: number) => RowIssue | null;

export const rejected = (raw: string, { code, detail, attr }: RowIssue, stopsReading = false): RowRejected => ({
  code,
  detail,
  attr,
  raw,
  stopsReading,
});
