import { onDatabase } from './cluster.ts';

/** Bytes of each table with its indexes and what it keeps out of line. */
export type TableBytes = Readonly<Record<string, number>>;

const TABLE_BYTES = `
  select relname as name, pg_total_relation_size(oid) as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;

export const tableBytes = (url: string): Promise<TableBytes> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string; bytes: string }>(TABLE_BYTES);
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  });

/** Reads a number, named `n`, from a database. */
export const numberOf = (url: string, sql: string): Promise<number> =>
  onDatabase(url, async (client) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n));

export const countRows = (url: string, table: string): Promise<number> =>
  numberOf(url, `select count(*) as n from ${table}`);

/** The items that accepted import records say were sent. */
export const countRecordedItems = (url: string): Promise<number> =>
  numberOf(url, 'select coalesce(sum(item_count), 0) as n from accepted_import');
