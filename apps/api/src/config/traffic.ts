import { DEFAULT_LIMITS, type Limits } from '@carryover/contract/limits';
import type { EnvironmentReader } from '@carryover/settings/environment';

/** The limits on concurrent requests and their size. */
export type TrafficConfig = {
  readonly maxBodyBytes: number;
  readonly limits: Limits;
  /** Concurrent requests per process, waiting ones included; further requests get a 503. */
  readonly maxRequests: number;
  /** Open connections per process; further connections are closed at once. */
  readonly maxSockets: number;
  /**
   * Requests of one organisation, all processes together; beyond it 429. The default is far above what a bulk import on a
   * machine of this size can send.
   */
  readonly requestsPerMinute: number;
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

export const readTraffic = (env: EnvironmentReader): TrafficConfig => ({
  maxBodyBytes: env.wholeNumber('MAX_BODY_BYTES', 16 * MIB, { min: 1_024, max: 256 * MIB }),
  limits: readLimits(env),
  maxRequests: env.wholeNumber('MAX_REQUESTS', 256, { min: 2, max: 100_000 }),
  maxSockets: env.maxSockets(),
  requestsPerMinute: env.wholeNumber('RATE_LIMIT_PER_MINUTE', 600_000, { min: 1, max: 1_000_000_000 }),
});
