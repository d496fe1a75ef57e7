import { setTimeout as delay } from 'node:timers/promises';
import { causeMessage } from '@carryover/settings/cause-message';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { distribute, undistributed } from './distribution.ts';
import { openDatabase } from './orm.ts';
import { CONTINUE_COMMIT_POSITIONS } from './schema/commit-position.ts';
import { migrations } from './schema/migrations/index.ts';
import { ADVISORY_LOCKS } from './sql/advisory-locks.ts';
import { query, readRow, readRows } from './sql/query.ts';
import { codeOf } from './sql/store-failure.ts';
import { limitTransaction, UNHURRIED } from './sql/timeouts.ts';

const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';

/** Returns the names of the migrations that the database holds; rejects if it does not answer. */
const appliedMigrations = async (orm: MikroORM): Promise<ReadonlyArray<string>> => {
  try {
    // Not the migrator's own question, which reads the catalogue and would make its table: this is asked every second.
    const rows = await readRows(orm.em, t.type({ name: t.string }), 'select name from schema_migration');
    return rows.map(({ name }) => name);
  } catch (error) {
    // An empty database has no such table.
    if (codeOf(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
};

/** Returns whether the database holds every migration that this program knows; rejects if it does not answer. */
const isSchemaCurrent = async (orm: MikroORM): Promise<boolean> => {
  const applied = await appliedMigrations(orm);
  return migrations.every(({ name }) => applied.includes(name));
};

/** What is named of migrations and tables to distribute: new tables are distributed after they are made, by the same run. */
const steps = (names: ReadonlyArray<string>, tables: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.length > 0 ? names : tables.map((table) => `distribution of ${table}`);

/** Migrations by name: those that are pending, and those that this program does not know. */
export type SchemaState = { readonly missing: ReadonlyArray<string>; readonly unknown: ReadonlyArray<string> };

/** Returns what a migration would do, and what this program does not know; rejects if the database does not answer. */
export const schemaState = async (orm: MikroORM): Promise<SchemaState> => {
  const applied = await appliedMigrations(orm);
  const known = migrations.map(({ name }) => name);
  const missing = known.filter((name) => !applied.includes(name));
  return {
    missing: steps(missing, missing.length > 0 ? [] : await undistributed(orm.em)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
};

const MESSAGES: Readonly<Record<string, string>> = {
  [INSUFFICIENT_PRIVILEGE]:
    'The schema is not current, and this role may not change it. Run `carryover-operator migrate` with the role that owns the tables, or set DATABASE_MIGRATION_URL to its address.',
  [LOCK_NOT_AVAILABLE]:
    'Another transaction has held a table for too long that the migration changes; a pg_dump is one. Try again when it has ended.',
};

/**
 * Brings the schema up to date, and distributes it on a cluster. A current one is not touched: a role without the right to change it will do then.
 *
 * Rejects, with a message for the operator, if that right is needed and missing.
 *
 * @returns what it did: the migrations that it applied, or the tables that it distributed if there was none.
 */
export const migrate = async (orm: MikroORM): Promise<ReadonlyArray<string>> => {
  try {
    const applied = (await isSchemaCurrent(orm)) ? [] : await orm.migrator.up();
    const tables = await distribute(orm);
    await query(orm.em, CONTINUE_COMMIT_POSITIONS);
    return steps(
      applied.map(({ name }) => name),
      tables,
    );
  } catch (error) {
    const message = MESSAGES[String(codeOf(error))];
    throw message === undefined ? error : new Error(message, { cause: error });
  }
};

const POLL_MS = 50;

/** Without a parameter, which would leave the statement's snapshot open until the next one. */
const TRY_LOCK = `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.migration}) as locked`;
const tried = t.type({ locked: t.boolean });

/** Polls for the lock, because a process that waits in a statement would hold a snapshot as long. */
const lock = async (em: EntityManager): Promise<void> => {
  for (;;) {
    const answer = await readRow(em, tried, TRY_LOCK);
    if (answer?.locked === true) return;
    await delay(POLL_MS);
  }
};

/**
 * Runs `work` in only one process at a time, on all machines that share the database. The lock belongs to a transaction, so
 * that it also works through a connection pooler and ends with its process.
 */
export const alone = async <A>(orm: MikroORM, work: () => Promise<A>): Promise<A> => {
  const em = orm.em.fork();
  await em.begin();
  try {
    // The first process may take any time, and this transaction waits for it.
    await query(em, limitTransaction(UNHURRIED));
    await query(em, 'set local idle_in_transaction_session_timeout = 0');
    await lock(em);
    return await work();
  } finally {
    await em.rollback();
  }
};

/** Time to wait for a connection to a busy server at the start. */
const CONNECT_MS = 30_000;

/** A migration that waits for a table has every import wait behind it: it gives up, and is tried again at the next start. */
const LOCK_MS = 10_000;

/**
 * Brings a database up to date, one process at a time.
 *
 * @param url by a role that may change the schema, if it must.
 * @returns what it did, as {@link migrate}.
 */
export const prepareSchema = async (url: string): Promise<ReadonlyArray<string>> => {
  const orm = openDatabase({
    url,
    maxConnections: 3,
    acquireTimeoutMs: CONNECT_MS,
    timeouts: { ...UNHURRIED, lockMs: LOCK_MS },
  });
  try {
    return await alone(orm, () => migrate(orm));
  } finally {
    await orm.close(true);
  }
};

/** A database that takes longer than this to answer is not ready. */
const READY_WITHIN_MS = 2_000;

/** Returns why the database cannot be used; null if it answers, and its schema is current. */
export const whyNotReady = (orm: MikroORM): Promise<string | null> => {
  const asked = isSchemaCurrent(orm).then(
    (isCurrent) => (isCurrent ? null : 'its schema is not current'),
    (error: unknown) => causeMessage(error),
  );
  return Promise.race([asked, delay(READY_WITHIN_MS, `no answer within ${READY_WITHIN_MS / 1_000} s`, { ref: false })]);
};
