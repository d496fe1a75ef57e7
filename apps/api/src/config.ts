import { isIP } from 'node:net';
import { join } from 'node:path';
import { DEFAULT_LIMITS, type Limits } from '@carryover/contract/limits';
import { type DataSettings, readDataSettings } from '@carryover/settings/data-settings';
import { isPlaintextToAnotherHost } from '@carryover/settings/database-url';
import { type Environment, EnvironmentReader } from '@carryover/settings/environment';
import type * as E from 'fp-ts/lib/Either.js';
import { type DocumentStoreConfig, readDocumentStore } from './document-store-config.ts';
import { readVendors, type VendorsConfig } from './vendors-config.ts';

export type Config = DataSettings & {
  readonly host: string;
  readonly port: number;
  /** Whether PORT was given: then no other port will do. */
  readonly isPortFixed: boolean;
  /** Processes behind the port. */
  readonly workers: number;
  readonly maxConnections: number;
  /** Whether statements are prepared once per connection; null: where no pooler is in between. */
  readonly isPrepared: boolean | null;
  readonly tokenLifetimeSeconds: number;
  readonly trustedProxies: ReadonlyArray<string>;
  readonly logLevel: string;
  readonly isDemo: boolean;
  /** Whether GraphQL tells its schema to who asks. */
  readonly mayIntrospect: boolean;
  readonly maxBodyBytes: number;
  readonly limits: Limits;
  readonly vendors: VendorsConfig;
  readonly documentStore: DocumentStoreConfig;
};

const readLimits = (env: EnvironmentReader): Limits => ({
  maxItems: env.wholeNumber('MAX_ITEMS', DEFAULT_LIMITS.maxItems, { min: 1, max: 100_000 }),
  maxBillingDocuments: env.wholeNumber('MAX_BILLING_DOCUMENTS', DEFAULT_LIMITS.maxBillingDocuments, {
    min: 1,
    max: 100_000,
  }),
  maxHistoricalTransactions: env.wholeNumber('MAX_HISTORICAL_TRANSACTIONS', DEFAULT_LIMITS.maxHistoricalTransactions, {
    min: 1,
    max: 250_000,
  }),
});

const readPrepared = (env: EnvironmentReader): boolean | null => {
  const choice = env.choice('DATABASE_PREPARED_STATEMENTS', 'auto', ['auto', 'on', 'off']);
  return choice === 'auto' ? null : choice === 'on';
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const readTrustedProxies = (env: EnvironmentReader): ReadonlyArray<string> => {
  const proxies = (env.text('TRUSTED_PROXIES') ?? '').split(',').map((one) => one.trim());
  const given = proxies.filter((one) => one !== '');
  for (const proxy of given) {
    const [address = '', bits = '0', ...rest] = proxy.split('/');
    const isNetwork = isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
    if (!isNetwork || rest.length > 0) {
      env.mistake('TRUSTED_PROXIES', `must list addresses or networks (10.0.0.0/8), and holds "${proxy}"`);
    }
  }
  return given;
};

/** What production must not start with (decisions 10). */
const checkProduction = (env: EnvironmentReader, config: Config): void => {
  if (env.text('NODE_ENV') !== 'production') return;
  if (config.secret === null) env.mistake('CARRYOVER_SECRET', 'must be set where NODE_ENV is production');
  if (config.isDemo) env.mistake('DEMO', 'must be off where NODE_ENV is production');
  if (config.vendors.isSandboxed) env.mistake('VENDOR_SANDBOX', 'must be off where NODE_ENV is production');
  const mayBePlain = env.text('ALLOW_PLAINTEXT_DATABASE') === '1';
  if (config.databaseUrl !== null && !mayBePlain && isPlaintextToAnotherHost(config.databaseUrl)) {
    env.mistake('DATABASE_URL', 'must ask for encryption (sslmode=verify-full), or set ALLOW_PLAINTEXT_DATABASE=1');
  }
};

/** Reads the configuration (decisions 11). @returns Left with every mistake at once. */
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
    maxConnections: env.wholeNumber('DATABASE_MAX_CONNECTIONS', 20, { min: 2, max: 1_000 }),
    isPrepared: readPrepared(env),
    tokenLifetimeSeconds: env.wholeNumber('TOKEN_LIFETIME_SECONDS', 3_600, { min: 1, max: 86_400 }),
    trustedProxies: readTrustedProxies(env),
    logLevel: env.choice('LOG_LEVEL', 'info', LOG_LEVELS),
    isDemo: env.choice('DEMO', databaseUrl === null ? 'on' : 'off', ['on', 'off']) === 'on',
    mayIntrospect: env.choice('GRAPHQL_INTROSPECTION', 'on', ['on', 'off']) === 'on',
    maxBodyBytes: env.wholeNumber('MAX_BODY_BYTES', 16 * 1024 * 1024, { min: 1_024, max: 256 * 1024 * 1024 }),
    limits: readLimits(env),
    vendors: readVendors(env, databaseUrl === null && env.text('NODE_ENV') !== 'production'),
    documentStore: readDocumentStore(env, databaseUrl === null ? join(dataDir, 'documents') : null),
  };
  checkProduction(env, config);
  return env.done(config);
};
