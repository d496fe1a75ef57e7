import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { onDatabase } from '../environment/database.ts';
import type { Installation } from '../environment/installation.ts';
import type { Struck } from '../scenario.ts';

const ATTEMPTS = 20;
const DEADLOCK = '40P01';

/** Takes it in a transaction; one that PostgreSQL chose to end a deadlock with the service begins again. */
const takeIt = async (client: pg.Client, take: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  for (let left = ATTEMPTS; ; left -= 1) {
    await client.query('begin');
    try {
      await take(client);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || left === 0) throw error;
      await client.query('rollback');
    }
  }
};

/** Holds the locks of `take` on its own session for some time; the fault is over when they are released. */
export const hold = async (
  { database }: Installation,
  forMs: number,
  take: (client: pg.Client) => Promise<unknown>,
): Promise<Struck> => {
  await onDatabase(database, 'superuser', async (client) => {
    await takeIt(client, take);
    await delay(forMs);
    await client.query('rollback');
  });
  return { over: performance.now(), says: `held for ${forMs / 1_000} s` };
};
