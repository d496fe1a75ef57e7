import { DatabaseSync } from 'node:sqlite';
import type { Change } from '@carryover/client';

/** What a reader holds: the changes in the order in which they came, and the place behind them. */
export type Holding = {
  readonly cursor: () => string | null;
  /** Keeps changes together with the cursor behind them, in one durable step. */
  readonly keep: (changes: ReadonlyArray<Change>, next: string) => void;
  readonly changes: () => Iterable<Change>;
  readonly close: () => void;
};

const TABLES = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists change (number integer primary key, text text not null);
  create table if not exists place (one integer primary key check (one = 1), cursor text not null)`;

/** Opens a reader's own database. It does not refuse a change that came twice: that is for the comparison to see. */
export const openHolding = (file: string): Holding => {
  const database = new DatabaseSync(file);
  database.exec(TABLES);
  const addChange = database.prepare('insert into change (text) values (?)');
  const movePlace = database.prepare(
    'insert into place (one, cursor) values (1, ?) on conflict (one) do update set cursor = excluded.cursor',
  );
  return {
    cursor: () => (database.prepare('select cursor from place').get()?.cursor as string | undefined) ?? null,
    keep: (changes, next) => {
      database.exec('begin immediate');
      for (const change of changes) addChange.run(JSON.stringify(change));
      movePlace.run(next);
      database.exec('commit');
    },
    *changes() {
      for (const { text } of database.prepare('select text from change order by number').iterate())
        yield JSON.parse(text as string);
    },
    close: () => database.close(),
  };
};
