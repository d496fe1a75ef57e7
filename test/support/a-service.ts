import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@carryover/api/config/config';
import type { Tracing } from '@carryover/api/observing/tracing';
import { startService } from '@carryover/api/service';
import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import { aDatabase, runSql } from './a-database.ts';
import { checkDocumented } from './openapi.ts';

export type Reply = { readonly status: number; readonly headers: Headers; readonly text: string; readonly json: any };

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
  readonly demo: Demo;
  readonly token: string;
  /** Posts JSON, or text as it is, with the demo's token. */
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Reply>;
  readonly sql: <Row = Record<string, unknown>>(
    text: string,
    parameters?: ReadonlyArray<unknown>,
  ) => Promise<ReadonlyArray<Row>>;
  /** What the service logged so far, a JSON line a record. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};

/** Every answer that a test sees through here is as the OpenAPI document says, or the test fails. */
export const send = async (url: string, init: RequestInit): Promise<Reply> => {
  const response = await fetch(url, init);
  const text = await response.text();
  const { status, headers } = response;
  if (!headers.get('content-type')?.startsWith('text/html'))
    checkDocumented({ method: init.method ?? 'GET', path: new URL(url).pathname, status, headers, text });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
};

export const obtainToken = (baseUrl: string, apiKey: string): Promise<Reply> =>
  send(`${baseUrl}/v1/graphql/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ObtainToken($input: ObtainTokenInput!) { obtainToken(input: $input) { token expiresAt } }',
      variables: { input: { apiKey } },
    }),
  });

/** The service in this process, on a port and a database of its own, with the demo data. */
export const aService = async (
  environment: Record<string, string> = {},
  tracing: Tracing | null = null,
): Promise<RunningService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'carryover-service-'));
  const databaseUrl = environment.DATABASE_URL ?? (await aDatabase());
  const operatorEnvironment = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    CARRYOVER_SECRET: environment.CARRYOVER_SECRET ?? randomBytes(32).toString('base64'),
  };
  const config = readConfig({
    PORT: '0',
    SHUTDOWN_DELAY_MS: process.env.SHUTDOWN_DELAY_MS,
    DEMO: 'on',
    ...operatorEnvironment,
    ...environment,
  });
  if (E.isLeft(config)) throw new Error(config.left.join('\n'));

  const lines: string[] = [];
  const logger = pino(
    { level: config.right.logLevel, ...(tracing === null ? {} : { mixin: tracing.ids }) },
    { write: (line: string) => lines.push(line) },
  );
  const service = await startService(config.right, logger, tracing);
  const demo: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const { token } = (await obtainToken(service.baseUrl, demo.api_key)).json.data.obtainToken;

  return {
    baseUrl: service.baseUrl,
    databaseUrl,
    dataDir,
    operatorEnvironment,
    demo,
    token,
    post: (path, body, headers = {}) =>
      send(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}`, ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    sql: (text, parameters) => runSql(databaseUrl, text, parameters),
    log: () => lines.join(''),
    stop: async () => {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
