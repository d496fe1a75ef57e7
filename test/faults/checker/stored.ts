import type { Content, Table } from '../batches/batch.ts';

/** One row of a table, in the names of what was sent. */
export type StoredRow = {
  readonly table: Table;
  readonly key: string;
  readonly importId: string;
  readonly content: Content;
};

/** The record of an accepted import. */
export type StoredImport = {
  readonly id: string;
  readonly endpoint: string;
  readonly itemCount: number;
  /** The request's body as received. */
  readonly payload: string;
};

/** All that is stored of an account. */
export type StoredAccount = {
  readonly rows: ReadonlyArray<StoredRow>;
  readonly imports: ReadonlyArray<StoredImport>;
  /** Ids of the records of refused requests. */
  readonly refused: ReadonlySet<string>;
};

export const nameOf = ({ table, key }: Pick<StoredRow, 'table' | 'key'>): string => `${table} ${JSON.stringify(key)}`;
