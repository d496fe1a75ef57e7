import { runProgram } from '@carryover/embedded-postgres/installation';
import type { Cluster } from '../../support/postgresql/a-cluster.ts';
import { done, type Production } from '../a-production.ts';

export const DATABASE = 'carryover';
const PASSWORD = 'only-of-this-test';
const ROLES = ['migrations', 'service', 'operator'] as const;

/** A database's address as each role of docs/sql/roles.sql. */
export const urlsOf = (cluster: Cluster, database = DATABASE) => {
  const as = (role: string) => {
    const url = new URL(cluster.url(database));
    url.username = `carryover_${role}`;
    url.password = PASSWORD;
    return url.href;
  };
  return { migrations: as('migrations'), service: as('service'), operator: as('operator') };
};

/** Runs docs/sql/roles.sql as docs/operations.md says. */
export const applyRoles = (cluster: Cluster, database = DATABASE): Promise<string> => {
  const passwords = ROLES.map((role) => [`CARRYOVER_${role.toUpperCase()}_PASSWORD`, PASSWORD]);
  const env = { ...process.env, ...Object.fromEntries(passwords) };
  const args = ['-X', '-1', '-v', 'ON_ERROR_STOP=1', '-d', cluster.url(database), '-f', 'docs/sql/roles.sql'];
  return runProgram('psql', args, { env });
};

/** A new database with its roles and its schema, as docs/operations.md sets one up. */
export const install = async ({ operatorOn }: Production, cluster: Cluster): Promise<void> => {
  await runProgram('psql', ['-X', '-d', cluster.url('postgres'), '-c', `create database ${DATABASE}`]);
  await applyRoles(cluster);
  await done(operatorOn(urlsOf(cluster).migrations), 'migrate');
  await applyRoles(cluster);
};
