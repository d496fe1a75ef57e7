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

/** Maximum number of errors in a dry run: ten for each of 10,000 items (decisions 13). */
export const MAX_DRY_RUN_ISSUES = 100_000;

/** Maximum number of errors in a response (decisions 3). */
export const MAX_REPORTED_ISSUES = 100;
