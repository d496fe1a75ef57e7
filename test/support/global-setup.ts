import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinEmbeddedPostgres } from '@carryover/adapters-persistence/embedded/embedded-postgres';
import { prepareSchema } from '@carryover/adapters-persistence/schema/migrate';
import type { TestProject } from 'vitest/node';
import { runSql } from './run-sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for the whole run; each test file makes a database of its own on it. */
    readonly postgresUrl: string;
    /** A database of that server with the current schema, to be copied; null on a Citus cluster, which copies none. */
    readonly postgresTemplate: string | null;
    /** The same server, and the other nodes if it is the coordinator of a Citus cluster. */
    readonly postgresNodes: ReadonlyArray<string>;
  }
}

/** Another server than the embedded one, such as an older PostgreSQL, with a role that may create databases. */
const { TEST_DATABASE_URL } = process.env;

/** Makes the database that those of the tests are copied from: a copy takes a part of the time of all migrations. @returns its name. */
const provide = async (project: TestProject, server: string): Promise<string> => {
  const template = `test_template_${randomBytes(6).toString('hex')}`;
  await runSql(server, `create database ${template}`);
  await prepareSchema(Object.assign(new URL(server), { pathname: template }).href);
  project.provide('postgresUrl', server);
  project.provide('postgresNodes', [server]);
  project.provide('postgresTemplate', template);
  return template;
};

export default async (project: TestProject): Promise<() => Promise<void>> => {
  if (TEST_DATABASE_URL !== undefined) {
    const template = await provide(project, TEST_DATABASE_URL);
    return async () => void (await runSql(TEST_DATABASE_URL, `drop database ${template}`));
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'carryover-test-'));
  const postgres = await joinEmbeddedPostgres({ dataDir });
  await provide(project, postgres.url);
  return async () => {
    await postgres.leave();
    await rm(dataDir, { recursive: true, force: true });
  };
};
