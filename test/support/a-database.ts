import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { runSql } from './run-sql.ts';

export { runSql } from './run-sql.ts';

/** A database of its own on the run's server. @returns its URL. */
const make = async (from: string): Promise<string> => {
  const name = `${inject('postgresTemplate') ?? 'test'}_${randomBytes(6).toString('hex')}`;
  const nodes = inject('postgresNodes');
  await Promise.all(nodes.map((node) => runSql(node, `create database ${name}${from}`)));
  const url = new URL(nodes[0]!);
  url.pathname = `/${name}`;
  return url.href;
};

/** A database without tables: on every node, if the server is a Citus cluster. @returns its URL. */
export const anEmptyDatabase = (): Promise<string> => make('');

/** A database with the current schema. @returns its URL. */
export const aDatabase = async (): Promise<string> => {
  const template = inject('postgresTemplate');
  if (template !== null) return make(` template ${template} strategy file_copy`);
  const url = await anEmptyDatabase();
  const { prepareSchema } = await import('@carryover/adapters-persistence/migrate');
  await prepareSchema(url);
  return url;
};
