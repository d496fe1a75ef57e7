import type { MikroORM } from '@mikro-orm/postgresql';
import { query } from './query.ts';
import { limitTransaction, UNHURRIED } from './timeouts.ts';

/** The key of the advisory lock; arbitrary, but not used by another program. */
const LOCK = 7_214_033_116;

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
    await query(em, 'select pg_advisory_xact_lock($1)', [LOCK]);
    return await work();
  } finally {
    await em.rollback();
  }
};
