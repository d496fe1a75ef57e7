import pg from 'pg';
import { INSERT } from './insert-statements.ts';
import type { FloorSession, FloorStore } from './store.ts';

type MakeInsert = (client: pg.PoolClient) => FloorSession['insert'];

/** One statement for any number of rows. */
const insertAsJson: MakeInsert =
  (client) =>
  async (table, { accountId, importId, items }) => {
    await client.query(INSERT[table], [accountId, importId, JSON.stringify(items)]);
  };

/** Only the driver: unnamed statements with bound parameters. */
export const makePgStore = (url: string, maxConnections: number, makeInsert = insertAsJson): FloorStore => {
  const pool = new pg.Pool({ connectionString: url, max: maxConnections });
  pool.on('error', () => undefined);
  return {
    inTransaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const query: FloorSession['query'] = async (sql, parameters) => (await client.query(sql, [...parameters])).rows;
        const result = await work({ query, insert: makeInsert(client) });
        await client.query('commit');
        client.release();
        return result;
      } catch (error) {
        // The connection may be in any state, and nothing is worth saving.
        client.release(true);
        throw error;
      }
    },
  };
};
