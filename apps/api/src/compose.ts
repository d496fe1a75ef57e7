import { hash, randomUUID } from 'node:crypto';
import { makeJwtAccessTokens } from '@carryover/adapters-crypto/access-tokens';
import {
  fingerprintsOf,
  makeApiKeySecrets,
  makePlatformKeySecrets,
  type RootSecrets,
} from '@carryover/adapters-crypto/root-secret';
import { makeWebhookSecrets } from '@carryover/adapters-crypto/webhook-secrets';
import { makeDocumentation } from '@carryover/adapters-http/docs/documentation';
import { makeGraphQLEndpoint } from '@carryover/adapters-http/graphql/endpoint';
import { historicalBillingDocumentsEndpoint } from '@carryover/adapters-http/imports/historical-billing-documents';
import { historicalStatementsEndpoint } from '@carryover/adapters-http/imports/historical-statements';
import { importRoutes } from '@carryover/adapters-http/imports/import-handler';
import { notesEndpoint } from '@carryover/adapters-http/imports/notes';
import { paymentInstructionEndpoint } from '@carryover/adapters-http/imports/payment-instruction';
import { transactionsEndpoint } from '@carryover/adapters-http/imports/transactions';
import { makeCapacity } from '@carryover/adapters-http/limits/capacity';
import { makeGiveWay } from '@carryover/adapters-http/limits/give-way';
import { makeRateLimiter, organisationQuota, TOKEN_ATTEMPTS } from '@carryover/adapters-http/limits/rate-limit';
import { makeChangesEndpoint } from '@carryover/adapters-http/platform/changes';
import { makeChangeNews } from '@carryover/adapters-http/platform/news';
import { accountSummaryEndpoint } from '@carryover/adapters-http/reads/account-summary';
import { controlTotalsEndpoint } from '@carryover/adapters-http/reads/control-totals';
import { readRoute } from '@carryover/adapters-http/reads/read-route';
import { registerControlTotalsEndpoint } from '@carryover/adapters-http/reads/register-control-totals';
import { makeRunningRequests } from '@carryover/adapters-http/request';
import { makeServer } from '@carryover/adapters-http/server';
import {
  cacheApiKeys,
  makePostgresApiKeyRepository,
  makePostgresPlatformKeyRepository,
  makePostgresSecretFingerprints,
} from '@carryover/adapters-persistence/admin/access';
import {
  makePostgresAdministration,
  makePostgresOperatorWork,
} from '@carryover/adapters-persistence/admin/operator-work';
import { makePostgresSupplierRepository } from '@carryover/adapters-persistence/admin/suppliers';
import { makePostgresControlTotalSets } from '@carryover/adapters-persistence/imports/control-total-sets';
import { makePostgresImportRecords } from '@carryover/adapters-persistence/imports/import-records';
import { makePostgresUnitOfWork } from '@carryover/adapters-persistence/imports/unit-of-work';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { readAccountOverview } from '@carryover/adapters-persistence/queries/account';
import { readItemPage } from '@carryover/adapters-persistence/queries/account-items';
import { readNewestChange } from '@carryover/adapters-persistence/queries/feed/positions';
import { readChanges } from '@carryover/adapters-persistence/queries/feed/read-changes';
import { readStoredTotals } from '@carryover/adapters-persistence/queries/stored-totals';
import { makePostgresCounter } from '@carryover/adapters-persistence/shared-counter';
import { makePostgresWebhookLeases } from '@carryover/adapters-persistence/webhook-leases';
import { makeVendor, type VendorEvent } from '@carryover/adapters-vendor/vendor';
import { makePostWebhook } from '@carryover/adapters-webhook/post-webhook';
import {
  makeAuthenticate,
  makeAuthenticatePlatform,
  makeObtainToken,
} from '@carryover/application/access/authenticate';
import { adoptRootSecret } from '@carryover/application/access/root-secret';
import { readUnknownFieldsPolicy } from '@carryover/application/imports/checks';
import { makeCreateHistoricalBillingDocuments } from '@carryover/application/imports/create-historical-billing-documents';
import { makeCreateHistoricalStatements } from '@carryover/application/imports/create-historical-statements';
import { makeCreateNotes } from '@carryover/application/imports/create-notes';
import { makeCreatePaymentInstruction } from '@carryover/application/imports/create-payment-instruction';
import { makeCreateTransactions } from '@carryover/application/imports/create-transactions';
import { makeRunWithDocuments } from '@carryover/application/imports/verify-documents';
import type { DocumentStore } from '@carryover/application/ports/document-store';
import type { PaymentVendor } from '@carryover/application/ports/payment-vendor';
import type { UnitOfWork } from '@carryover/application/ports/store';
import { makeSendChanges } from '@carryover/application/webhooks/send-changes';
import { MAX_WEBHOOKS } from '@carryover/domain/webhook';
import { bulkhead } from 'cockatiel';
import { Container, type ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { unusableBecause } from './database.ts';
import { makeMetrics } from './metrics.ts';
import { makeScrape } from './scrapes.ts';
import type { Tracing } from './tracing.ts';

const MIB = 1024 * 1024;
/** The bytes of all bodies being processed at once: some thousand transactions. */
const PROCESSED_BYTES = 1.5 * MIB;
/** The bytes of all bodies in memory, including partly read ones, that wait to be processed. */
const HELD_BYTES = 192 * MIB;
/** Time that a request waits for a free connection. */
const ACQUIRE_TIMEOUT_MS = 5_000;

/** What the service is given when it starts. */
export type Given = {
  readonly config: Config;
  readonly logger: Logger;
  /** Null: requests are not traced. */
  readonly tracing: Tracing | null;
  readonly databaseUrl: string;
  /** Address of the vendor sandbox; null if it does not run. */
  readonly sandboxUrl: string | null;
  readonly rootSecrets: RootSecrets;
  readonly documentStore: DocumentStore;
};

const clock = { now: () => new Date() };

/** The service's requests and metrics, and whether it is about to stop: what its start and stop share with its server. */
const makeObserving = () => {
  const metrics = makeMetrics();
  return {
    metrics,
    /** The metrics of all processes that share the port. */
    scrape: makeScrape(metrics.registry),
    running: makeRunningRequests(),
    lifecycle: { isStopping: false },
  };
};

const openStorage = ({ config, databaseUrl }: Given) =>
  openDatabase({
    url: databaseUrl,
    maxConnections: config.maxDatabaseConnections,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
    timeouts: config.timeouts,
    isPrepared: config.isPrepared,
  });

type Orm = ReturnType<typeof openStorage>;

/** Traces units of work, including the wait for a connection and for the account. */
const tracedUnitOfWork = ({ run }: UnitOfWork, part: Tracing['part']): UnitOfWork => ({
  run: (command, work) => () =>
    part(command.commit ? 'unit of work' : 'dry run', { 'db.system.name': 'postgresql' }, run(command, work)),
});

const makeStorage = ({ config, logger, tracing }: Given, orm: Orm) => {
  const unitOfWork = makePostgresUnitOfWork(orm, config.timeouts.statementMs);
  return {
    unitOfWork: tracing === null ? unitOfWork : tracedUnitOfWork(unitOfWork, tracing.part),
    suppliers: makePostgresSupplierRepository(orm.em),
    controlTotalSets: makePostgresControlTotalSets(orm),
    records: makePostgresImportRecords(orm),
    readAccount: readAccountOverview(orm.em),
    readItems: readItemPage(orm.em),
    readTotals: readStoredTotals(orm.em),
    readChanges: readChanges(orm),
    readNewestChange: () => readNewestChange(orm.em),
    administration: makePostgresAdministration(orm.em),
    operatorWork: makePostgresOperatorWork(orm.em),
    webhookLeases: makePostgresWebhookLeases(orm.em),
    apiKeys: cacheApiKeys(makePostgresApiKeyRepository(orm.em)),
    platformKeys: makePostgresPlatformKeyRepository(orm.em),
    secretFingerprints: makePostgresSecretFingerprints(orm.em),
    sharedCounter: {
      limiter: makePostgresCounter(orm.em),
      onFailure: (error: unknown) => logger.warn({ error: String(error) }, 'this process counts its rate limits alone'),
    },
  };
};

type Storage = ReturnType<typeof makeStorage>;
type Observing = ReturnType<typeof makeObserving>;

/** Traces a vendor's verifications. */
const tracedVendor = (vendor: PaymentVendor, part: Tracing['part']): PaymentVendor => ({
  ...vendor,
  verify: (instruction) => () =>
    part('verify payment instruction', { 'peer.service': vendor.name }, vendor.verify(instruction)),
});

/** The configured payment vendors, by the name sent in `vendor`; those of the sandbox accept any credentials. */
const makeVendors = (
  { config, logger, tracing, sandboxUrl }: Given,
  { metrics }: Observing,
): ReadonlyMap<string, PaymentVendor> => {
  const observe = (event: VendorEvent): void => {
    if (event.kind === 'vendor_credentials_refused') logger.error(event, 'a payment vendor rejected our credentials');
    else logger.debug(event, 'payment vendor');
    metrics.onVendorEvent(event);
  };
  const sandboxed = sandboxUrl === null ? null : { secret: 'sandbox', baseUrl: sandboxUrl };
  const vendors = config.vendors.flatMap(({ vendor, access }) => {
    const used = access ?? sandboxed;
    if (used === null) return [];
    metrics.addVendor(vendor.name);
    const made = makeVendor(vendor, { ...used, observe });
    return [tracing === null ? made : tracedVendor(made, tracing.part)];
  });
  return new Map(vendors.map((vendor) => [vendor.name, vendor]));
};

/** Who may call: tokens, API keys, and the root secret that both depend on. */
const makeAccess = ({ config, rootSecrets }: Given, { apiKeys, platformKeys, secretFingerprints }: Storage) => {
  const apiKeySecrets = makeApiKeySecrets(rootSecrets);
  const accessTokens = makeJwtAccessTokens(rootSecrets, { lifetimeSeconds: config.tokenLifetimeSeconds });
  return {
    apiKeySecrets,
    authenticate: makeAuthenticate({ apiKeys, accessTokens }),
    authenticatePlatform: makeAuthenticatePlatform({
      keys: platformKeys,
      secrets: makePlatformKeySecrets(rootSecrets),
    }),
    obtainToken: makeObtainToken({ apiKeys, apiKeySecrets, accessTokens, clock }),
    adoptRootSecret: adoptRootSecret({ secretFingerprints, own: fingerprintsOf(rootSecrets), apiKeys, clock }),
  };
};

type AccessParts = ReturnType<typeof makeAccess>;
/** What the service stores, and who may call. */
export type Stores = Storage & AccessParts;

const makeRoutes = (
  { config: { limits }, documentStore }: Given,
  { unitOfWork, suppliers, controlTotalSets, records, readTotals, readAccount, readItems }: Storage,
  vendors: ReadonlyMap<string, PaymentVendor>,
) => {
  const runWithDocuments = makeRunWithDocuments({ unitOfWork, documentStore });
  const createNotes = makeCreateNotes({ runWithDocuments });
  const createTransactions = makeCreateTransactions({ unitOfWork });
  const createHistoricalBillingDocuments = makeCreateHistoricalBillingDocuments({ unitOfWork });
  const createHistoricalStatements = makeCreateHistoricalStatements({ runWithDocuments });
  const createPaymentInstruction = makeCreatePaymentInstruction({ unitOfWork, vendors });
  const ports = { unknownFields: readUnknownFieldsPolicy(suppliers), records };
  return [
    ...importRoutes(notesEndpoint(createNotes, limits), ports),
    ...importRoutes(transactionsEndpoint(createTransactions, limits), ports),
    ...importRoutes(historicalBillingDocumentsEndpoint(createHistoricalBillingDocuments, limits, clock), ports),
    ...importRoutes(historicalStatementsEndpoint(createHistoricalStatements, limits), ports),
    ...importRoutes(paymentInstructionEndpoint(createPaymentInstruction, [...vendors.values()]), ports),
    readRoute(accountSummaryEndpoint({ readAccount, readItems })),
    readRoute(controlTotalsEndpoint({ suppliers, readTotals })),
    readRoute(registerControlTotalsEndpoint({ suppliers, sets: controlTotalSets })),
  ];
};

const makeHttp = (given: Given, orm: Orm, storage: Storage, observing: Observing, access: AccessParts) => {
  const { config, logger, tracing } = given;
  const { metrics, scrape, running, lifecycle } = observing;
  const { limits, maxBodyBytes, isDemo, mayIntrospect } = config;
  const vendors = makeVendors(given, observing);
  const capacity = makeCapacity({
    maxRequests: config.maxRequests,
    // One body of the largest size is always accepted.
    maxBytes: Math.max(HELD_BYTES, maxBodyBytes),
    maxProcessedBytes: PROCESSED_BYTES,
  });
  const limiter = makeRateLimiter(organisationQuota(config.requestsPerMinute), storage.sharedCounter);
  const attempts = makeRateLimiter(TOKEN_ATTEMPTS, storage.sharedCounter);
  const isStopping = () => lifecycle.isStopping;
  const news = makeChangeNews(storage.readNewestChange, isStopping);
  const readFeed = makeGiveWay(capacity.isBusy, isStopping)(storage.readChanges);
  const described = [...vendors.values()].map(({ name, types }) => ({ name, types }));
  const server = makeServer({
    telemetry: {
      logger,
      running,
      observe: metrics.onAnswered,
      ...(tracing === null ? {} : { trace: tracing.request }),
    },
    routes: makeRoutes(given, storage, vendors),
    reception: {
      authenticate: access.authenticate,
      limit: limiter.take,
      capacity,
      maxBodyBytes,
    },
    graphql: makeGraphQLEndpoint(access.obtainToken, attempts, {
      mayIntrospect,
    }),
    changes: makeChangesEndpoint({
      authenticate: access.authenticatePlatform,
      limit: limiter.take,
      attempts,
      readChanges: readFeed,
      news,
      isStopping,
    }),
    documentation: makeDocumentation({ limits, maxBodyBytes, vendors: described }, { isDemo, isStatic: false }),
    metrics: scrape,
    whyNotReady: async () => {
      if (lifecycle.isStopping) return {};
      const cause = await unusableBecause(orm, config);
      return cause === null ? null : { cause };
    },
    trustedProxies: config.trustedProxies,
  });
  return { server, capacity, news, readFeed };
};

/** Pages of the feed that are read for webhooks at once: requests have the other connections. */
const WEBHOOK_READS = 2;

/** The sender of webhooks, and what it closes. */
const makeWebhooks = (
  { config, logger, rootSecrets }: Given,
  { webhookLeases: leases }: Storage,
  { metrics }: Observing,
  { news, readFeed }: ReturnType<typeof makeHttp>,
) => {
  const holder = randomUUID();
  const secrets = makeWebhookSecrets(rootSecrets);
  const { post, close } = makePostWebhook(config.webhookNetworks, `Carryover/${manifest.version}`);
  const reads = bulkhead(WEBHOOK_READS, MAX_WEBHOOKS);
  const send = makeSendChanges({
    ...{ leases, secrets, post, clock, holder, random: Math.random },
    readFeed: (wanted) => () => reads.execute(readFeed(wanted)),
    sha256: (text) => hash('sha256', text, 'base64url'),
  });
  const sending = { leases, holder, send, news, metrics: metrics.webhooks, logger, lookMs: config.webhookLookMs };
  return { leases, secrets, sending, close };
};

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** The parts of the service, each made once and of those before it. */
export const parts = {
  given: token<Given>('Given'),
  observing: token<Observing>('Observing'),
  database: token<Orm>('Database'),
  storage: token<Storage>('Storage'),
  access: token<AccessParts>('Access'),
  http: token<ReturnType<typeof makeHttp>>('Http'),
  webhooks: token<ReturnType<typeof makeWebhooks>>('Webhooks'),
};

/** Composes the service: the only place that knows all packages. */
export const compose = (given: Given): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(parts.given).toConstantValue(given);
  container.bind(parts.database).toResolvedValue(openStorage, [parts.given]);
  container.bind(parts.observing).toResolvedValue(makeObserving);
  container.bind(parts.storage).toResolvedValue(makeStorage, [parts.given, parts.database]);
  container.bind(parts.access).toResolvedValue(makeAccess, [parts.given, parts.storage]);
  container
    .bind(parts.http)
    .toResolvedValue(makeHttp, [parts.given, parts.database, parts.storage, parts.observing, parts.access]);
  container
    .bind(parts.webhooks)
    .toResolvedValue(makeWebhooks, [parts.given, parts.storage, parts.observing, parts.http]);
  return container;
};
