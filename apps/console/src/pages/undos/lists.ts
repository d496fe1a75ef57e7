import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { orNull } from '@carryover/adapters-persistence/schema/stored-values';
import * as t from 'io-ts';
import { type UndoList, undoFile } from '../../jobs/job-files.ts';
import { type Column, csvRows } from '../imports/export-list.ts';

const ROWS = {
  removed: t.type({ account: t.string, ledger: t.string, type: t.string, count: t.number, sum: orNull(t.string) }),
  refused: t.type({ import: t.string, account: orNull(t.string), code: t.string, why: t.string }),
  missing: t.type({ item: t.string, account: orNull(t.string), import: t.string, later: t.string }),
} as const;
type Row<L extends UndoList> = t.TypeOf<(typeof ROWS)[L]>;

/** Reads a list of a run, line by line. */
async function* linesOf<L extends UndoList>(folder: string, list: L): AsyncGenerator<Row<L>> {
  const input = createReadStream(join(folder, undoFile(list)));
  try {
    for await (const line of createInterface({ input })) {
      const row: unknown = JSON.parse(line);
      if (ROWS[list].is(row)) yield row as Row<L>;
    }
  } finally {
    input.destroy();
  }
}

/** Returns true if the lists of a run are on this machine. */
export const hasLists = async (folder: string): Promise<boolean> =>
  access(join(folder, undoFile('removed'))).then(
    () => true,
    () => false,
  );

/** The first rows of a list. */
export const firstOf = async <L extends UndoList>(folder: string, list: L, most: number): Promise<Row<L>[]> => {
  const rows: Row<L>[] = [];
  for await (const row of linesOf(folder, list)) if (rows.push(row) === most) break;
  return rows;
};

const COLUMNS: { readonly [L in UndoList]: ReadonlyArray<Column<Row<L>>> } = {
  removed: [
    ['external_account_number', ({ account }) => account],
    ['ledger_number', ({ ledger }) => ledger],
    ['type', ({ type }) => type],
    ['count', ({ count }) => count],
    ['sum', ({ sum }) => sum],
  ],
  refused: [
    ['import_id', (one) => one.import],
    ['external_account_number', ({ account }) => account],
    ['code', ({ code }) => code],
    ['detail', ({ why }) => why],
  ],
  missing: [
    ['item', ({ item }) => item],
    ['external_account_number', ({ account }) => account],
    ['import_id', (one) => one.import],
    ['later_import_id', ({ later }) => later],
  ],
};

/** A whole list as the rows of a CSV file. */
export const csvOf = <L extends UndoList>(folder: string, list: L): AsyncIterable<ReadonlyArray<string>> =>
  csvRows<Row<L>>(COLUMNS[list], linesOf(folder, list));
