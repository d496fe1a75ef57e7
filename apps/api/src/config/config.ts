import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Timeouts } from '@carryover/adapters-persistence/driver/timeouts';
import { type DataSettings, readDataSettings } from '@carryover/settings/data-settings';
import { type DocumentStoreConfig, readDocumentStore } from '@carryover/settings/document-store';
import { type Environment, EnvironmentReader } from '@carryover/settings/environment';
import { checkProduction, IN_PRODUCTION } from '@carryover/settings/production';
import { reportUnknown } from '@carryover/settings/unknown-variables';
import type * as E from 'fp-ts/lib/Either.js';
import { readIsTraced } from './tracing.ts';
import { readTraffic, type TrafficConfig } from './traffic.ts';
import { readVendors, type VendorsConfig } from './vendors.ts';

export type Config = DataSettings &
  TrafficConfig & {
    readonly host: string;
    readonly port: number;
    /** PORT was given, so no other port is tried. */
    readonly isPortFixed: boolean;
    /** Number of processes that share the port. */
    readonly workers: number;
    /** Maximum number of database connections per process. */
    readonly maxDatabaseConnections: number;
    /** Statements are prepared once per connection; null: only if no pooler is in between. */
    readonly isPrepared: boolean | null;
    readonly timeouts: Timeouts;
    readonly tokenLifetimeSeconds: number;
    readonly trustedProxies: ReadonlyArray<string>;
    readonly logLevel: string;
    readonly isDemo: boolean;
    /** GraphQL answers introspection queries. */
    readonly mayIntrospect: boolean;
    /** Traces are sent; OpenTelemetry's own variables say to which address. */
    readonly isTraced: boolean;
    /** Time between reporting not ready and accepting no more connections. */
    readonly shutdownDelayMs: number;
    readonly vendors: VendorsConfig;
    readonly documentStore: DocumentStoreConfig;
    /** The service starts the console as a process beside it. */
    readonly hasConsole: boolean;
    /** Given to a worker by its supervisor, which has started the console. */
    readonly consoleSignInUrl: string | null;
  };

const readPrepared = (env: EnvironmentReader): boolean | null => {
  const choice = env.choice('DATABASE_PREPARED_STATEMENTS', 'auto', ['auto', 'on', 'off']);
  return choice === 'auto' ? null : choice === 'on';
};

/** Slightly longer than the database's own time-outs, so that their errors arrive. */
const ANSWER_MS = 5_000;

const readTimeouts = (env: EnvironmentReader): Timeouts => {
  const bounds = { min: 100, max: 3_600_000 };
  const statementMs = env.wholeNumber('DATABASE_STATEMENT_TIMEOUT_MS', 20_000, bounds);
  const lockMs = env.wholeNumber('DATABASE_LOCK_TIMEOUT_MS', 5_000, bounds);
  return { statementMs, lockMs, answerMs: statementMs + ANSWER_MS };
};

const readTrustedProxies = (env: EnvironmentReader): ReadonlyArray<string> => {
  const proxies = (env.text('TRUSTED_PROXIES') ?? '').split(',').map((one) => one.trim());
  const given = proxies.filter((one) => one !== '');
  for (const proxy of given) {
    const [address = '', bits = '0', ...rest] = proxy.split('/');
    const isNetwork = isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
    if (!isNetwork || rest.length > 0) {
      env.mistake('TRUSTED_PROXIES', `must list addresses or networks (10.0.0.0/8), but contains "${proxy}"`);
    }
  }
  return given;
};

/** The demo and the sandbox follow from the embedded database, so they are not reported separately. */
const checkNoTrial = (env: EnvironmentReader, { databaseUrl, isDemo, vendors }: Config): void => {
  if (!env.isProduction() || databaseUrl === null) return;
  if (isDemo) env.mistake('DEMO', `must be off ${IN_PRODUCTION}`);
  if (vendors.isSandboxed) env.mistake('VENDOR_SANDBOX', `must be off ${IN_PRODUCTION}`);
};

/** Reads the configuration (decisions 11). Returns Left with all mistakes. */
export const readConfig = (environment: Environment): E.Either<ReadonlyArray<string>, Config> => {
  const env = new EnvironmentReader(environment);
  const data = readDataSettings(env);
  const { databaseUrl, dataDir } = data;
  const config: Config = {
    host: env.text('HOST') ?? '127.0.0.1',
    port: env.wholeNumber('PORT', 3000, { min: 0, max: 65_535 }),
    isPortFixed: env.text('PORT') !== undefined,
    workers: env.wholeNumber('WORKERS', 1, { min: 1, max: 64 }),
    ...data,
    maxDatabaseConnections: env.wholeNumber('DATABASE_MAX_CONNECTIONS', 20, { min: 2, max: 1_000 }),
    isPrepared: readPrepared(env),
    timeouts: readTimeouts(env),
    tokenLifetimeSeconds: env.wholeNumber('TOKEN_LIFETIME_SECONDS', 3_600, { min: 1, max: 86_400 }),
    trustedProxies: readTrustedProxies(env),
    logLevel: env.logLevel(),
    isDemo: env.choice('DEMO', databaseUrl === null ? 'on' : 'off', ['on', 'off']) === 'on',
    mayIntrospect: env.choice('GRAPHQL_INTROSPECTION', 'on', ['on', 'off']) === 'on',
    isTraced: readIsTraced(env),
    shutdownDelayMs: env.wholeNumber('SHUTDOWN_DELAY_MS', 1_000, { min: 0, max: 60_000 }),
    ...readTraffic(env),
    vendors: readVendors(env, databaseUrl === null && !env.isProduction()),
    documentStore: readDocumentStore(env, databaseUrl === null ? join(dataDir, 'documents') : null),
    hasConsole: env.choice('CONSOLE', databaseUrl === null ? 'on' : 'off', ['on', 'off']) === 'on',
    consoleSignInUrl: env.text('CARRYOVER_CONSOLE_SIGN_IN_URL') ?? null,
  };
  checkProduction(env, config);
  checkNoTrial(env, config);
  reportUnknown(env);
  return env.done(config);
};
