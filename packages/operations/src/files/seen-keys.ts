import { openStore } from '@carryover/files/store';

export type SeenKeys = {
  /** The line on which the key was seen before; null for a new one, which is remembered from now on. */
  readonly lineBefore: (key: string, line: number) => number | null;
  readonly close: () => void;
};

/** Remembers the keys of a file of any length, on disk. */
export const openSeenKeys = (): SeenKeys => {
  const store = openStore('create table seen (key text primary key, line integer) without rowid');
  const add = store.prepare('insert or ignore into seen values (?, ?)');
  const find = store.prepare<readonly [number]>('select line from seen where key = ?');
  return {
    lineBefore: (key, line) => {
      const [before] = find.rows(key);
      if (before !== undefined) return before[0];
      add.run(key, line);
      return null;
    },
    close: store.close,
  };
};
