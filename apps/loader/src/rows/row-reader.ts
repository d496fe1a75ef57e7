import type { Line } from '@carryover/files/source/lines';

/** Makes rows of lines: takes them in the order of the file and returns the rows that they complete. */
export type RowReader<R> = {
  readonly add: (lines: ReadonlyArray<Line>) => ReadonlyArray<R>;
  /** Returns the rows that the end of the file completes. */
  readonly end: () => ReadonlyArray<R>;
};
