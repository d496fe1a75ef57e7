import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareSchema } from '@carryover/adapters-persistence/migrate';
import { joinEmbeddedPostgres } from '@carryover/embedded-postgres/embedded-postgres';
import type { TestProject } from 'vitest/node';
import { aDataFolder } from './a-data-folder.ts';
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

/** Many small databases and connections, and nothing that must outlive the machine. */
const SETTINGS = {
  // It would start a process for each of the databases once a minute.
  autovacuum: 'off',
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  scram_iterations: '1',
  synchronous_commit: 'off',
  wal_compression: 'off',
};

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

/**
 * Makes the folder for temporary files of the run: a test file of which no test runs (`-t`) does not remove its own.
 * Processes of other users write there too.
 */
const aTemporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'carryover-tests-'));
  await chmod(folder, 0o1777);
  return folder;
};

const startServer = async (project: TestProject): Promise<() => Promise<void>> => {
  if (TEST_DATABASE_URL !== undefined) {
    const template = await provide(project, TEST_DATABASE_URL);
    // The databases of the tests have its name, and more: `aDatabase`.
    const made = 'select datname as name from pg_database where starts_with(datname::text, $1)';
    return async () => {
      for (const { name } of await runSql<{ name: string }>(TEST_DATABASE_URL, made, [template]))
        await runSql(TEST_DATABASE_URL, `drop database ${name} with (force)`);
    };
  }
  const dataDir = await aDataFolder('test');
  const postgres = await joinEmbeddedPostgres({ dataDir, settings: SETTINGS });
  await provide(project, postgres.url);
  return async () => {
    await postgres.leave();
    await rm(dataDir, { recursive: true, force: true });
  };
};

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const stopServer = await startServer(project);
  const folder = await aTemporaryFolder();
  process.env.TMPDIR = folder;
  return async () => {
    await stopServer();
    await rm(folder, { recursive: true, force: true });
  };
};
