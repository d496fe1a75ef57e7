import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { runSql } from '../support/a-database.ts';

/** The roles of docs/sql/roles.sql. */
export type Role = `carryover_${'migrations' | 'service' | 'operator' | 'corrections' | 'console' | 'reader'}`;

/** The same database as another role. All roles have the password of the test server's, by which Citus nodes connect, too. */
export const as = (role: Role | 'postgres', databaseUrl: string): string =>
  Object.assign(new URL(databaseUrl), { username: role }).href;

/** Roles belong to the whole server: two runs of the file at once would change the same rows. */
const alone = async <A>(databaseUrl: string, run: () => Promise<A>): Promise<A> => {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(databaseUrl), { pathname: 'postgres' }).href,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    return await run();
  } finally {
    await client.end();
  }
};

/** Runs docs/sql/roles.sql on a database as psql would: without its own commands, with its variables put in. */
export const applyRoles = async (databaseUrl: string): Promise<void> => {
  const text = await readFile('docs/sql/roles.sql', 'utf8');
  const password = pg.escapeLiteral(new URL(databaseUrl).password);
  const sql = text
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(/:'(?:migrations|service|operator|corrections|console|reader)_password'/g, password);
  const asAdministrator = as('postgres', databaseUrl);
  await alone(asAdministrator, async () => {
    // Twice on a cluster, as it says there: its workers know new roles once the first run is committed.
    for (const _ of inject('postgresNodes').slice(0, 2)) await runSql(asAdministrator, sql);
  });
};
