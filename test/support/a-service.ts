import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '@carryover/api/config';
import type { Tracing } from '@carryover/api/tracing';
import { afterAll } from 'vitest';
import { aDatabase, runSql } from './a-database.ts';
import { aRootSecret } from './a-random.ts';
import { aServiceHere } from './a-service-here.ts';
import type { TestAccount } from './an-account.ts';
import { type OperatorWork, operatorWork } from './operator-work.ts';
import type { Post } from './requests.ts';

export type Demo = {
  readonly base_url: string;
  readonly api_key: string;
  readonly import_supplier: string;
  readonly external_account_number: string;
  readonly ledger_number: string;
};

export type RunningService = {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** For the operator's command on the same data. */
  readonly operatorEnvironment: Record<string, string>;
  /** The operator's use cases on the same data. */
  readonly operator: OperatorWork;
  readonly demo: Demo;
  /** The demo's account, as requests name it. */
  readonly demoAccount: TestAccount;
  readonly token: string;
  /** Posts with the demo's token. */
  readonly post: Post;
  readonly sql: <Row = Record<string, unknown>>(
    text: string,
    parameters?: ReadonlyArray<unknown>,
  ) => Promise<ReadonlyArray<Row>>;
  /** Returns the log so far, one JSON line per record. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};

/** The service in this process, on a port and a database of its own, with the demo data. */
export const aService = async (
  environment: Record<string, string> = {},
  tracing: Tracing | null = null,
  fixed: Partial<Config> = {},
): Promise<RunningService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'carryover-service-'));
  const databaseUrl = environment.DATABASE_URL ?? (await aDatabase());
  const operatorEnvironment = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    CARRYOVER_SECRET: environment.CARRYOVER_SECRET ?? aRootSecret(),
  };
  const delay = process.env.SHUTDOWN_DELAY_MS;
  const ours = { DEMO: 'on', ...(delay === undefined ? {} : { SHUTDOWN_DELAY_MS: delay }), ...operatorEnvironment };
  const service = await aServiceHere({ ...ours, ...environment }, tracing, fixed);
  const demo: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const token = await service.token(demo.api_key);
  const operator = operatorWork(operatorEnvironment);
  return {
    baseUrl: service.baseUrl,
    databaseUrl,
    dataDir,
    operatorEnvironment,
    operator,
    demo,
    demoAccount: { import_supplier: demo.import_supplier, external_account_number: demo.external_account_number },
    token,
    post: service.as(token),
    sql: (text, parameters) => runSql(databaseUrl, text, parameters),
    log: service.log,
    stop: async () => {
      await operator.close();
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** A service for all tests of a file, which is stopped after the last of them. */
export const theService = async (
  environment: Record<string, string> = {},
  fixed: Partial<Config> = {},
): Promise<RunningService> => {
  const service = await aService(environment, null, fixed);
  afterAll(service.stop);
  return service;
};
