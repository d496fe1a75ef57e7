import type { Line } from '@carryover/files/source/lines';
import type { ItemRow } from './item-row.ts';
import type { Kind } from './kind.ts';

/** Makes rows of lines: takes them in the order of the file and returns the rows that they complete. */
export type RowReader<K extends Kind> = {
  readonly add: (lines: ReadonlyArray<Line>) => ReadonlyArray<ItemRow<K>>;
  /** Returns the rows that the end of the file completes. */
  readonly end: () => ReadonlyArray<ItemRow<K>>;
};
