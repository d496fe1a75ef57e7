import pg from 'pg';
import { runSql } from './a-database.ts';

const isSomeoneWaiting = async (url: string): Promise<boolean> =>
  (await runSql(url, 'select 1 from pg_locks where not granted')).length > 0;

/**
 * Runs `work` while a transaction is open, and commits the transaction once `work` waits for it.
 *
 * @param hold what the transaction does first.
 */
export const whileLocked = async <A>(
  url: string,
  hold: (sql: (text: string) => Promise<unknown>) => Promise<unknown>,
  work: () => Promise<A>,
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
    while (!isOver && !(await isSomeoneWaiting(url)));
    await client.query('commit');
    return await result;
  } finally {
    await client.end();
  }
};
