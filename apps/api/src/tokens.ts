import type { RootSecrets } from '@carryover/adapters-crypto/root-secret';
import type { DocumentationAddress } from '@carryover/adapters-http/docs/documentation';
import type { DataImportRoute } from '@carryover/adapters-http/endpoints/routes';
import type { Admission } from '@carryover/adapters-http/limits/admission';
import type { SharedCounter } from '@carryover/adapters-http/limits/reservations';
import type { TokenAttempts } from '@carryover/adapters-http/limits/token-attempts';
import type { Step } from '@carryover/adapters-http/pipeline/context';
import type { RunningRequests, Telemetry } from '@carryover/adapters-http/pipeline/telemetry';
import type { Authenticate } from '@carryover/application/access/authenticate';
import type { ObtainToken } from '@carryover/application/access/obtain-token';
import type { AdoptRootSecret } from '@carryover/application/access/root-secret';
import type { Imports } from '@carryover/application/imports/imports';
import type { UnknownFieldsPolicy } from '@carryover/application/imports/unknown-fields-policy';
import type { PrepareDemo } from '@carryover/application/operator/set-up/prepare-demo';
import type {
  AccessTokens,
  ApiKeyRepository,
  ApiKeySecrets,
  OwnFingerprints,
  SecretFingerprints,
} from '@carryover/application/ports/access';
import type { Administration } from '@carryover/application/ports/administration';
import type { Clock } from '@carryover/application/ports/clock';
import type { DocumentStore } from '@carryover/application/ports/document-store';
import type { DryRuns, RefusedImports } from '@carryover/application/ports/import-attempts';
import type { OperatorWork } from '@carryover/application/ports/operator-work';
import type { PaymentVendor } from '@carryover/application/ports/payment-vendor';
import type { AccountSummaryReader } from '@carryover/application/ports/reading/account-summary-reader';
import type { StoredTotalsReader } from '@carryover/application/ports/reading/stored-totals-reader';
import type { SupplierRepository } from '@carryover/application/ports/supplier-repository';
import type { UnitOfWork } from '@carryover/application/ports/unit-of-work';
import type { CompareControlTotals } from '@carryover/application/reading/compare-control-totals';
import type { SummariseAccount } from '@carryover/application/reading/summarise-account';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Express } from 'express';
import type { ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { MetricsText } from './observing/all-workers.ts';
import type { Metrics } from './observing/metrics.ts';
import type { Tracing } from './observing/tracing.ts';
import type { Lifecycle } from './stop-serving.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** One typed identifier for each port, each use case and each of their parts. */
export const tokens = {
  config: token<Config>('Config'),
  logger: token<Logger>('Logger'),
  rootSecrets: token<RootSecrets>('RootSecrets'),
  databaseUrl: token<string>('DatabaseUrl'),
  database: token<MikroORM>('Database'),

  clock: token<Clock>('Clock'),
  /** A unit of work that commits, and one that writes nothing. */
  unitOfWork: token<UnitOfWork>('UnitOfWork'),
  suppliers: token<SupplierRepository>('SupplierRepository'),
  refusedImports: token<RefusedImports>('RefusedImports'),
  dryRuns: token<DryRuns>('DryRuns'),
  administration: token<Administration>('Administration'),
  operatorWork: token<OperatorWork>('OperatorWork'),
  apiKeys: token<ApiKeyRepository>('ApiKeyRepository'),
  apiKeySecrets: token<ApiKeySecrets>('ApiKeySecrets'),
  accessTokens: token<AccessTokens>('AccessTokens'),
  ownFingerprints: token<OwnFingerprints>('OwnFingerprints'),
  secretFingerprints: token<SecretFingerprints>('SecretFingerprints'),
  documentStore: token<DocumentStore>('DocumentStore'),
  /** Address of the vendor sandbox; null if it does not run. */
  sandboxUrl: token<string | null>('SandboxUrl'),
  /** By the name sent in `vendor`. */
  vendors: token<ReadonlyMap<string, PaymentVendor>>('PaymentVendors'),

  obtainToken: token<ObtainToken>('ObtainToken'),
  authenticate: token<Authenticate>('Authenticate'),
  unknownFieldsPolicy: token<UnknownFieldsPolicy>('UnknownFieldsPolicy'),
  imports: token<Imports>('Imports'),
  /** The same over a unit of work that writes nothing. */
  summaries: token<AccountSummaryReader>('AccountSummaryReader'),
  storedTotals: token<StoredTotalsReader>('StoredTotalsReader'),
  summariseAccount: token<SummariseAccount>('SummariseAccount'),
  compareControlTotals: token<CompareControlTotals>('CompareControlTotals'),
  prepareDemo: token<PrepareDemo>('PrepareDemo'),
  adoptRootSecret: token<AdoptRootSecret>('AdoptRootSecret'),

  lifecycle: token<Lifecycle>('Lifecycle'),
  metrics: token<Metrics>('Metrics'),
  /** The metrics of all processes that share the port. */
  scrape: token<() => Promise<MetricsText>>('Scrape'),
  tracing: token<Tracing | null>('Tracing'),
  sharedCounter: token<SharedCounter>('SharedCounter'),
  admission: token<Admission>('Admission'),
  running: token<RunningRequests>('RunningRequests'),
  tokenAttempts: token<TokenAttempts>('TokenAttempts'),
  importRoutes: token<ReadonlyArray<DataImportRoute>>('ImportRoutes'),
  readRoutes: token<ReadonlyArray<DataImportRoute>>('ReadRoutes'),
  graphql: token<Step>('GraphQL'),
  documentation: token<ReadonlyArray<DocumentationAddress>>('Documentation'),
  telemetry: token<Telemetry>('Telemetry'),
  server: token<Express>('Server'),
};
