import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { runSql } from '../support/a-database.ts';

/** The roles of docs/sql/roles.sql, each with the same password here. */
export type Role = `carryover_${'migrations' | 'service' | 'operator' | 'corrections' | 'console'}`;
const PASSWORD = "it's a secret";

/** The same database as another role. */
export const as = (role: Role, databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = encodeURIComponent(PASSWORD);
  return url.href;
};

/** The same database as the test server's superuser, who has the password of its everyday role. */
const asSuperuser = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  url.username = 'postgres';
  url.password = new URL(inject('postgresUrl')).password;
  return url.href;
};

/** Runs docs/sql/roles.sql on a database as psql would: without its own commands, with its variables put in. */
export const applyRoles = async (databaseUrl: string): Promise<void> => {
  const text = await readFile('docs/sql/roles.sql', 'utf8');
  const sql = text
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(/:'(?:migrations|service|operator|corrections|console)_password'/g, pg.escapeLiteral(PASSWORD));
  await runSql(asSuperuser(databaseUrl), sql);
};
