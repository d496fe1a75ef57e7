import { tmpdir } from 'node:os';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { WriteFailed, writing } from './source/file-failure.ts';
import { temporaryFile } from './unnamed-file.ts';

type Value = string | number | null;

/** A statement of a store, prepared once. */
export type Statement<Row extends ReadonlyArray<Value> = ReadonlyArray<Value>> = {
  readonly run: (...values: ReadonlyArray<Value>) => void;
  /** Reads the rows one by one, each as the values of its columns. */
  readonly rows: (...values: ReadonlyArray<Value>) => Generator<Row, void>;
};

/** What does not fit into memory: tables on disk that end with this process, however it ends. */
export type Store = {
  readonly prepare: <Row extends ReadonlyArray<Value>>(sql: string) => Statement<Row>;
  readonly close: () => void;
};

/** Pages in memory, also of a sort; the rest is on disk. Four times as many save no processor time. */
const CACHE_KIB = 8_192;

const PRAGMAS = `pragma page_size = 8192; pragma cache_size = -${CACHE_KIB}; pragma journal_mode = off; pragma synchronous = off;
  pragma locking_mode = exclusive`;

/**
 * Opens a store in the folder for temporary files. Nobody else can read it: its file has no name.
 *
 * Nothing is committed: a store that could not be written is of no use, so it has no journal.
 *
 * @throws WriteFailed, also from its statements.
 */
export const openStore = (schema: string): Store => {
  const folder = tmpdir();
  // SQLite itself looks into /var/tmp before /tmp.
  process.env.SQLITE_TMPDIR = folder;
  const file = temporaryFile(folder);
  const database = writing(file, () => new DatabaseSync(''));
  writing(file, () => database.exec(`${PRAGMAS}; ${schema}; begin`));

  const statementOf = <Row extends ReadonlyArray<Value>>(prepared: StatementSync): Statement<Row> => ({
    run: (...values) => {
      try {
        prepared.run(...values);
      } catch (error) {
        throw new WriteFailed(file, error);
      }
    },
    *rows(...values) {
      const rows = writing(file, () => prepared.iterate(...values)) as unknown as Iterator<Row>;
      try {
        for (let next = writing(file, () => rows.next()); next.done !== true; next = writing(file, () => rows.next()))
          yield next.value;
      } finally {
        rows.return?.();
      }
    },
  });
  return {
    prepare: (sql) => {
      const prepared = database.prepare(sql);
      prepared.setReturnArrays(true);
      return statementOf(prepared);
    },
    close: () => database.close(),
  };
};
