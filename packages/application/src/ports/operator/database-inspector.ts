import type { Stored } from '../store-failure.ts';

export type DatabaseServer = {
  /** `18.1`. */
  readonly version: string;
  /** `db.example:5432`: of several servers, the one in use. */
  readonly address: string;
  /** A standby, or a server that was fenced: it can be read. */
  readonly isReadOnly: boolean;
  readonly role: string;
  readonly isSuperuser: boolean;
};

/** Migrations by name: those that are pending, and those that this program does not know. */
export type SchemaState = { readonly missing: ReadonlyArray<string>; readonly unknown: ReadonlyArray<string> };

/** Inspects a database for the operator's diagnosis. Changes nothing. */
export type DatabaseInspector = {
  readonly server: () => Stored<DatabaseServer>;
  readonly schema: () => Stored<SchemaState>;
  /** The rights that a program needs and its role lacks, such as `insert on account`. */
  readonly missingRights: (program: 'operator' | 'console') => Stored<ReadonlyArray<string>>;
  /** The time by the clock of the database. */
  readonly now: () => Stored<Date>;
};
