import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from '../store-failure.ts';

type Read<A> = TaskEither<StoreFailure, A>;

export type DatabaseServer = {
  /** `18.1`. */
  readonly version: string;
  readonly role: string;
  readonly isSuperuser: boolean;
};

/** Migrations by name: those that the database lacks, and those that this program does not know. */
export type SchemaState = { readonly missing: ReadonlyArray<string>; readonly unknown: ReadonlyArray<string> };

/** Tells what a database is like, for the operator who looks for a fault. Changes nothing. */
export type DatabaseInspector = {
  readonly server: () => Read<DatabaseServer>;
  readonly schema: () => Read<SchemaState>;
  /** What the role may not do and the operator's command has to, `insert on account`. */
  readonly missingRights: () => Read<ReadonlyArray<string>>;
  /** The time by the clock of the database. */
  readonly now: () => Read<Date>;
};
