import pg from 'pg';
import { runSql } from './a-database.ts';
import { onNodes } from './settled.ts';

/** Other tests wait for locks in other databases of the server. */
export const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Asks every node, because the lock is where the row is. */
const isSomeoneWaiting = async (url: string): Promise<boolean> => {
  for (const node of onNodes(url)) if ((await runSql(node, WAITING)).length > 0) return true;
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
    while (!isOver && !(await isSomeoneWaiting(url)));
    await meanwhile();
    await client.query('commit');
    return await result;
  } finally {
    await client.end();
  }
};

/** Runs `work` while another session holds what it has locked; `release` commits. */
export const whileHeld = async <A>(
  url: string,
  lock: string,
  work: (release: () => Promise<unknown>) => Promise<A>,
): Promise<A> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    return await work(() => client.query('commit'));
  } finally {
    await client.end();
  }
};

/** How many transactions of a database wait for a lock of this mode. */
export const countWaiting = async (url: string, mode: string): Promise<number> => {
  const sql = `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted and mode = $1`;
  return (await runSql<{ count: number }>(url, sql, [mode]))[0]!.count;
};
