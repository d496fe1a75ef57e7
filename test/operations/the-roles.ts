import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { runSql } from '../support/a-database.ts';

/** The roles of docs/sql/roles.sql. */
export type Role = `carryover_${'migrations' | 'service' | 'operator' | 'corrections' | 'console'}`;

/** The same database as another role. All roles have the password of the test server's, by which Citus nodes connect, too. */
export const as = (role: Role | 'postgres', databaseUrl: string): string =>
  Object.assign(new URL(databaseUrl), { username: role }).href;

/** Runs docs/sql/roles.sql on a database as psql would: without its own commands, with its variables put in. */
export const applyRoles = async (databaseUrl: string): Promise<void> => {
  const text = await readFile('docs/sql/roles.sql', 'utf8');
  const password = pg.escapeLiteral(new URL(databaseUrl).password);
  const sql = text
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(/:'(?:migrations|service|operator|corrections|console)_password'/g, password);
  await runSql(as('postgres', databaseUrl), sql);
};
