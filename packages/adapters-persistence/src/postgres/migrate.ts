import { setTimeout as delay } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { migrations } from './migrations/index.ts';
import { query } from './query.ts';

/** Any number that no other program takes for its own advisory lock. */
const MIGRATION_LOCK = 7_214_033_116;

/**
 * Runs `work` while no other process does, on any machine that shares the database. The lock belongs to a transaction, so
 * that it also works through a connection pooler and dies with its process.
 */
export const alone = async <A>(orm: MikroORM, work: () => Promise<A>): Promise<A> => {
  const em = orm.em.fork();
  await em.begin();
  try {
    await query(em, 'select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await em.rollback();
  }
};

/** Brings the schema up to date. */
export const migrate = async (orm: MikroORM): Promise<void> => {
  await orm.migrator.up();
};

/** A database that takes longer than this to answer is not ready. */
const READY_WITHIN_MS = 2_000;

/** Whether the database answers and holds every migration this program knows. */
export const isReady = async (orm: MikroORM): Promise<boolean> => {
  // Not the migrator's own question, which reads the catalogue and would make its table: this is asked every second.
  const isCurrent = query<{ name: string }>(orm.em, 'select name from schema_migration').then(
    (rows) => migrations.every(({ name }) => rows.some((row) => row.name === name)),
    () => false,
  );
  return Promise.race([isCurrent, delay(READY_WITHIN_MS, false, { ref: false })]);
};
