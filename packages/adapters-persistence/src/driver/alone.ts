import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { query, readRow } from './query.ts';
import { limitTransaction, UNHURRIED } from './timeouts.ts';

/** The key of the advisory lock; arbitrary, but not used by another program. */
const LOCK = 7_214_033_116;

const POLL_MS = 50;

/** Without a parameter, which would leave the statement's snapshot open until the next one. */
const TRY_LOCK = `select pg_try_advisory_xact_lock(${LOCK}) as locked`;
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
