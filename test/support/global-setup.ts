import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinEmbeddedPostgres } from '@carryover/adapters-persistence/embedded/embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for the whole run; each test file makes a database of its own on it. */
    readonly postgresUrl: string;
    /** The same, and the other nodes if it is the coordinator of a Citus cluster. */
    readonly postgresNodes: ReadonlyArray<string>;
  }
}

/** Another server than the embedded one, such as an older PostgreSQL, with a role that may create databases. */
const { TEST_DATABASE_URL } = process.env;

export default async (project: TestProject): Promise<() => Promise<void>> => {
  if (TEST_DATABASE_URL !== undefined) {
    project.provide('postgresUrl', TEST_DATABASE_URL);
    project.provide('postgresNodes', [TEST_DATABASE_URL]);
    return async () => undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'carryover-test-'));
  const postgres = await joinEmbeddedPostgres({ dataDir });
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresNodes', [postgres.url]);
  return async () => {
    await postgres.leave();
    await rm(dataDir, { recursive: true, force: true });
  };
};
