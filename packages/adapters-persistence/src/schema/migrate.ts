import { setTimeout as delay } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { alone } from '../driver/alone.ts';
import { readRows } from '../driver/query.ts';
import { codeOf } from '../driver/store-failure.ts';
import { UNHURRIED } from '../driver/timeouts.ts';
import { openDatabase } from '../orm.ts';
import { distribute } from './distribution.ts';
import { migrations } from './migrations/index.ts';

const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Returns the names of the migrations that the database holds; rejects if it does not answer. */
export const appliedMigrations = async (orm: MikroORM): Promise<ReadonlyArray<string>> => {
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
export const isSchemaCurrent = async (orm: MikroORM): Promise<boolean> => {
  const applied = await appliedMigrations(orm);
  return migrations.every(({ name }) => applied.includes(name));
};

/**
 * Brings the schema up to date, and distributes it on Citus. A current one is not touched: a role without the right to change it will do then.
 *
 * Rejects, with a message for the operator, if that right is needed and missing.
 */
export const migrate = async (orm: MikroORM): Promise<void> => {
  const change = async (): Promise<void> => {
    if (!(await isSchemaCurrent(orm))) await orm.migrator.up();
    await distribute(orm);
  };
  await change().catch((error: unknown) => {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      'The database schema is not current, and the role of DATABASE_URL may not change it. Set DATABASE_MIGRATION_URL to the role that owns it.',
      { cause: error },
    );
  });
};

/** Time to wait for a connection to a busy server at the start. */
const CONNECT_MS = 30_000;

/** A migration that waits for a table has every import wait behind it: it gives up, and is tried again at the next start. */
const LOCK_MS = 10_000;

/** Brings a database up to date, one process at a time. @param url by a role that may change the schema, if it must. */
export const prepareSchema = async (url: string): Promise<void> => {
  const orm = openDatabase({
    url,
    maxConnections: 3,
    acquireTimeoutMs: CONNECT_MS,
    timeouts: { ...UNHURRIED, lockMs: LOCK_MS },
  });
  try {
    await alone(orm, () => migrate(orm));
  } finally {
    await orm.close(true);
  }
};

/** A database that takes longer than this to answer is not ready. */
const READY_WITHIN_MS = 2_000;

/** Returns true if the database answers, and its schema is current. */
export const isReady = (orm: MikroORM): Promise<boolean> =>
  Promise.race([isSchemaCurrent(orm).catch(() => false), delay(READY_WITHIN_MS, false, { ref: false })]);
