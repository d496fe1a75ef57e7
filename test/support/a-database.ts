import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Runs SQL on a database, as a person with a database tool would. */
export const runSql = async <Row = Record<string, unknown>>(
  url: string,
  sql: string,
  parameters: ReadonlyArray<unknown> = [],
): Promise<ReadonlyArray<Row>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, [...parameters])).rows as Row[];
  } finally {
    await client.end();
  }
};

/** An empty database of its own on the run's server. @returns its URL. */
export const aDatabase = async (): Promise<string> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runSql(inject('postgresUrl'), `create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
};
