import type { JsonLimits } from './json/exact-json.ts';

/** The limits of one request (decisions 3, §8); each can be set by the platform operator. */
export type Limits = {
  /** Notes, transactions or statements. */
  readonly maxItems: number;
  readonly maxBillingDocuments: number;
  /** Transactions of all billing documents and beside them. */
  readonly maxHistoricalTransactions: number;
};

export const DEFAULT_LIMITS: Limits = {
  maxItems: 10_000,
  maxBillingDocuments: 5_000,
  maxHistoricalTransactions: 25_000,
};

/** Lengths in Unicode code points. */
export const MAX_LENGTH = {
  importSupplier: 32,
  externalAccountNumber: 128,
  identifier: 128,
  paymentReference: 512,
  freeText: 10_000,
} as const;

/** Maximum number of control totals per request (decisions 13). */
export const MAX_TOTALS = 10_000;

/** Maximum number of errors in a dry run: ten for each of 10,000 items (decisions 13). */
export const MAX_DRY_RUN_ISSUES = 100_000;

/** Maximum number of errors in a response (decisions 3). */
export const MAX_REPORTED_ISSUES = 100;

/** Bounds on the JSON of a request's body. */
export const BODY_LIMITS = {
  /** Nested arrays and objects, the outermost counting 1 (decisions 3). */
  maxDepth: 32,
  /** More than any body of 16 MiB has whose values have names; a list of ones would be eight million objects. */
  maxValues: 1_500_000,
  /** A hundred times what any object of the interface has, for suppliers that send more than it knows. */
  maxKeys: 10_000,
  /** A body repeats its few names in every item; reading only different names would take seconds. */
  maxDifferentKeys: 100_000,
} as const satisfies JsonLimits;
