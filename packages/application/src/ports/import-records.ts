import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from './store-failure.ts';

type Read<A> = TaskEither<StoreFailure, A>;

export const IMPORT_OUTCOMES = ['accepted', 'refused', 'dry_run'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** One import record as it is listed. */
export type ImportRecord = {
  readonly id: string;
  readonly receivedAt: Date;
  readonly organisation: string;
  /** The visible prefix of the API key; null of a key that is gone. */
  readonly apiKeyPrefix: string | null;
  readonly endpoint: string;
  readonly supplierCode: string | null;
  readonly externalAccountNumber: string | null;
  readonly outcome: ImportOutcome;
  readonly status: number;
  /** null of an accepted one, and of a dry run without an error. */
  readonly code: string | null;
  readonly detail: string | null;
  readonly attr: string | null;
  readonly itemCount: number | null;
};

export type ImportFilter = {
  readonly supplierId?: string;
  readonly externalAccountNumber?: string;
  readonly endpoint?: string;
  readonly outcome?: ImportOutcome;
  readonly code?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly limit: number;
};

/** An accepted record with what it holds. */
export type ImportRecordContent = {
  readonly record: ImportRecord;
  /** The JSON text as received; null of one that was not accepted. */
  readonly payload: string | null;
  /** What was kept for the reconciliation; null where nothing was. */
  readonly findings: unknown;
};

export type FailureGroup = { readonly code: string; readonly count: number; readonly latest: ImportRecord };

/** Reads import records (decisions 3). */
export type ImportRecordReader = {
  /** Newest first. */
  readonly list: (filter: ImportFilter) => Read<ReadonlyArray<ImportRecord>>;
  readonly show: (id: string) => Read<ImportRecordContent | null>;
  /** Refused requests by code, most frequent first, each with its latest. */
  readonly failures: (filter: Omit<ImportFilter, 'limit' | 'outcome'>) => Read<ReadonlyArray<FailureGroup>>;
};
