import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { runSql } from './run-sql.ts';

export { runSql } from './run-sql.ts';

/** An empty database of its own on the run's server: on every node, if that is a Citus cluster. @returns its URL. */
export const aDatabase = async (): Promise<string> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const nodes = inject('postgresNodes');
  await Promise.all(nodes.map((node) => runSql(node, `create database ${name}`)));
  const url = new URL(nodes[0]!);
  url.pathname = `/${name}`;
  return url.href;
};
