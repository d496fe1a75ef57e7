import { join } from 'node:path';
import type { Timeouts } from '@carryover/adapters-persistence/sql/timeouts';
import { gocardless } from '@carryover/adapters-vendor/gocardless';
import { stripe } from '@carryover/adapters-vendor/stripe';
import type { Vendor } from '@carryover/adapters-vendor/vendor';
import { DEFAULT_LIMITS, type Limits } from '@carryover/contract/limits';
import { readDataSettings } from '@carryover/settings/data-settings';
import { isLoopback } from '@carryover/settings/database-url';
import { readDocumentStore } from '@carryover/settings/document-store';
import { type Environment, EnvironmentReader } from '@carryover/settings/environment';
import { readNetworks } from '@carryover/settings/networks';
import { checkProduction, IN_PRODUCTION } from '@carryover/settings/production';
import { reportUnknown } from '@carryover/settings/unknown-variables';
import type * as E from 'fp-ts/lib/Either.js';

/** A payment vendor (decisions 8), and how it is reached; null: it is not configured. */
type VendorConfig = {
  readonly vendor: Vendor;
  readonly access: { readonly secret: string; readonly baseUrl: string } | null;
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

const MIB = 1024 * 1024;

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

const TRACES = ['OTEL_EXPORTER_OTLP_', 'OTEL_EXPORTER_OTLP_TRACES_'] as const;

/** Returns true if traces are sent. The exporter reads OpenTelemetry's variables itself, and only warns of mistakes. */
const readIsTraced = (env: EnvironmentReader): boolean => {
  for (const prefix of TRACES) {
    env.httpAddress(`${prefix}ENDPOINT`);
    env.wholeNumber(`${prefix}TIMEOUT`, 10_000, { min: 1, max: 3_600_000 });
    env.choice(`${prefix}COMPRESSION`, 'none', ['none', 'gzip']);
    for (const file of ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY']) env.file(`${prefix}${file}`);
  }
  return TRACES.some((prefix) => env.text(`${prefix}ENDPOINT`) !== undefined);
};

/** Each payment vendor, with the variables of its credentials and its address. */
const VENDORS = [
  { vendor: stripe, secretName: 'STRIPE_API_KEY', baseUrlName: 'STRIPE_BASE_URL' },
  { vendor: gocardless, secretName: 'GOCARDLESS_ACCESS_TOKEN', baseUrlName: 'GOCARDLESS_BASE_URL' },
];

const readBaseUrl = (env: EnvironmentReader, name: string): string | undefined => {
  const text = env.text(name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  // Not quoted: a wrong address may contain a password.
  if (!isOrigin) env.mistake(name, 'must be an address without path, query or user, such as https://api.example');
  else if (env.isProduction() && url.protocol === 'http:' && !isLoopback(url.hostname))
    env.mistake(name, 'must be https if NODE_ENV is production, because credentials are sent there');
  return text;
};

const readVendor = (
  env: EnvironmentReader,
  { vendor, secretName, baseUrlName }: (typeof VENDORS)[number],
): VendorConfig => {
  const secret = env.secret(secretName);
  const baseUrl = readBaseUrl(env, baseUrlName) ?? vendor.liveUrl;
  if (secret === undefined) return { vendor, access: null };
  if (!/^[\x21-\x7e]+$/.test(secret)) env.mistake(secretName, 'must be printable ASCII without spaces');
  return { vendor, access: { secret, baseUrl } };
};

const read = (env: EnvironmentReader) => {
  const data = readDataSettings(env);
  const { databaseUrl, dataDir } = data;
  const isEmbedded = databaseUrl === null;
  const isOn = (name: string, isDefault: boolean): boolean =>
    env.choice(name, isDefault ? 'on' : 'off', ['on', 'off']) === 'on';
  return {
    host: env.text('HOST') ?? '127.0.0.1',
    port: env.wholeNumber('PORT', 3000, { min: 0, max: 65_535 }),
    /** PORT was given, so no other port is tried. */
    isPortFixed: env.text('PORT') !== undefined,
    /** Number of processes that share the port. */
    workers: env.wholeNumber('WORKERS', 1, { min: 1, max: 64 }),
    ...data,
    /** Maximum number of database connections per process. */
    maxDatabaseConnections: env.wholeNumber('DATABASE_MAX_CONNECTIONS', 20, { min: 2, max: 1_000 }),
    /** Statements are prepared once per connection; null: only if no pooler is in between. */
    isPrepared: readPrepared(env),
    timeouts: readTimeouts(env),
    tokenLifetimeSeconds: env.wholeNumber('TOKEN_LIFETIME_SECONDS', 3_600, { min: 1, max: 86_400 }),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES'),
    logLevel: env.logLevel(),
    isDemo: isOn('DEMO', isEmbedded),
    /** GraphQL answers introspection queries. */
    mayIntrospect: isOn('GRAPHQL_INTROSPECTION', true),
    /** The time between two seals. */
    sealIntervalMs: 1_000 * env.wholeNumber('SEAL_INTERVAL_SECONDS', 60, { min: 1, max: 86_400 }),
    /** The time between two looks at webhooks: for new and changed ones, and those whose process was killed. */
    webhookLookMs: 1_000,
    /** The file of the private key that signs seals; null: they are not signed. */
    evidenceKeyFile: env.text('EVIDENCE_KEY_FILE') ?? null,
    /** Traces are sent; OpenTelemetry's own variables say to which address. */
    isTraced: readIsTraced(env),
    /** Headers of the exporter's requests, `name=value,name=value`: those of all signals, then those of traces. A key may be in them. */
    traceHeaders: TRACES.flatMap((prefix) => env.secret(`${prefix}HEADERS`) ?? []),
    /** Time between reporting not ready and accepting no more connections. */
    shutdownDelayMs: env.wholeNumber('SHUTDOWN_DELAY_MS', 1_000, { min: 0, max: 60_000 }),
    maxBodyBytes: env.wholeNumber('MAX_BODY_BYTES', 16 * MIB, { min: 1_024, max: 256 * MIB }),
    limits: readLimits(env),
    /** Concurrent requests per process, waiting ones included; further requests get a 503. */
    maxRequests: env.wholeNumber('MAX_REQUESTS', 256, { min: 2, max: 100_000 }),
    /** Open connections per process; further connections are closed at once. */
    maxSockets: env.maxSockets(),
    /**
     * Requests of one organisation, all processes together; beyond it 429. The default is far above what a bulk import on
     * a machine of this size can send.
     */
    requestsPerMinute: env.wholeNumber('RATE_LIMIT_PER_MINUTE', 600_000, { min: 1, max: 1_000_000_000 }),
    vendors: VENDORS.map((vendor) => readVendor(env, vendor)),
    /** The sandbox simulates vendors that are not configured. */
    isSandboxed: isOn('VENDOR_SANDBOX', isEmbedded && !env.isProduction()),
    documentStore: readDocumentStore(env, isEmbedded ? join(dataDir, 'documents') : null),
    /** The service starts the console as a process beside it. */
    hasConsole: isOn('CONSOLE', isEmbedded),
    /** Given to a worker by its supervisor, which has started the console. */
    consoleSignInUrl: env.text('CARRYOVER_CONSOLE_SIGN_IN_URL') ?? null,
  };
};

export type Config = Readonly<ReturnType<typeof read>>;

/** The demo and the sandbox follow from the embedded database, so they are not reported separately. */
const checkNoTrial = (env: EnvironmentReader, { databaseUrl, isDemo, isSandboxed }: Config): void => {
  if (!env.isProduction() || databaseUrl === null) return;
  if (isDemo) env.mistake('DEMO', `must be off ${IN_PRODUCTION}`);
  if (isSandboxed) env.mistake('VENDOR_SANDBOX', `must be off ${IN_PRODUCTION}`);
};

/** Reads the configuration (decisions 11). Returns Left with all mistakes. */
export const readConfig = (environment: Environment): E.Either<ReadonlyArray<string>, Config> => {
  const env = new EnvironmentReader(environment);
  const config = read(env);
  checkProduction(env, config);
  checkNoTrial(env, config);
  reportUnknown(env);
  return env.done(config);
};
