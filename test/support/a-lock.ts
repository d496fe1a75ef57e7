import pg from 'pg';
import { inject } from 'vitest';
import { runSql } from './a-database.ts';

/** Asks every node, because the lock is where the row is. */
const isSomeoneWaiting = async (): Promise<boolean> => {
  for (const node of inject('postgresNodes'))
    if ((await runSql(node, 'select from pg_locks where not granted')).length > 0) return true;
  return false;
};

/**
 * Runs `work` while a transaction is open, and commits the transaction once `work` waits for it.
 *
 * @param hold what the transaction does first.
 * @param meanwhile what is done before the commit.
 */
export const whileLocked = async <A>(
  url: string,
  hold: (sql: (text: string) => Promise<pg.QueryResult>) => Promise<unknown>,
  work: () => Promise<A>,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<A> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await hold((text) => client.query(text));
    let isOver = false;
    const result = work().finally(() => {
      isOver = true;
    });
    while (!isOver && !(await isSomeoneWaiting()));
    await meanwhile();
    await client.query('commit');
    return await result;
  } finally {
    await client.end();
  }
};
