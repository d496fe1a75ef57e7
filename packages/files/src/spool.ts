import { openStore, type Store } from './store.ts';

/** Texts kept on disk, in the order added, so that any number of them takes constant memory. */
type Spool = {
  readonly add: (text: string) => void;
  /** Reads what was added, any number of times. */
  readonly texts: () => Generator<string, void>;
};

/** An order of items, and their form on disk. */
type Sorting<A> = {
  /** Texts are compared by their code points. */
  readonly key: (item: A) => ReadonlyArray<string | number>;
  readonly encode: (item: A) => string;
  readonly decode: (text: string) => A;
};

/** Items of any number that are read in order. */
type SortedSpool<A> = {
  readonly add: (item: A) => void;
  /** Reads all items in order, those that are equal in the order added. */
  readonly sorted: () => Generator<A, void>;
};

/** Spools of one command, in one store below the folder for temporary files (`TMPDIR`). */
export type Spools = {
  readonly open: () => Spool;
  readonly openSorted: <A>(sorting: Sorting<A>) => SortedSpool<A>;
  readonly close: () => void;
};

/** The columns of the longest key. */
const KEYS = ['first', 'second', 'third', 'fourth'];

export const makeSpools = (): Spools => {
  let store: Store | null = null;
  let spools = 0;
  const openTable = (columns: ReadonlyArray<string>) => {
    const opened = store ?? openStore('');
    store = opened;
    spools += 1;
    const table = `spool_${spools}`;
    opened.prepare(`create table ${table} (id integer primary key, ${[...columns, 'content'].join(', ')})`).run();
    const places = [...columns, 'content'].map(() => '?').join(', ');
    const add = opened.prepare(`insert into ${table} values (null, ${places})`).run;
    const order = [...columns, 'id'].join(', ');
    function* contents(): Generator<string, void> {
      const rows = opened.prepare<readonly [string]>(`select content from ${table} order by ${order}`);
      for (const [content] of rows.rows()) yield content;
    }
    return { add, contents };
  };
  return {
    open: () => {
      const { add, contents } = openTable([]);
      return { add: (text) => add(text), texts: contents };
    },
    openSorted: ({ key, encode, decode }) => {
      const { add, contents } = openTable(KEYS);
      return {
        add: (item) => {
          const keys = key(item);
          add(...KEYS.map((_, index) => keys[index] ?? null), encode(item));
        },
        *sorted() {
          for (const content of contents()) yield decode(content);
        },
      };
    },
    close: () => {
      store?.close();
      store = null;
    },
  };
};
