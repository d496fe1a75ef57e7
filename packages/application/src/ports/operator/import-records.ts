import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Findings } from '../store.ts';
import type { StoreFailure } from '../store-failure.ts';

type Read<A> = TaskEither<StoreFailure, A>;

export const IMPORT_OUTCOMES = ['accepted', 'refused', 'dry_run'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** The undo of an accepted import: who took it back, when and why. */
export type UndoneBy = { readonly at: Date; readonly by: string; readonly reason: string };

/** A listed import record. */
export type ImportRecord = {
  readonly id: string;
  readonly receivedAt: Date;
  readonly organisation: string;
  /** The prefix of the API key; null if the key no longer exists. */
  readonly apiKeyPrefix: string | null;
  readonly endpoint: string;
  readonly supplierCode: string | null;
  readonly externalAccountNumber: string | null;
  readonly outcome: ImportOutcome;
  readonly status: number;
  /** null for an accepted request, and for a dry run without an error. */
  readonly code: string | null;
  readonly detail: string | null;
  readonly attr: string | null;
  /** The beginning of the value at `attr` as JSON text, keys masked; null if there is none or it is not kept. */
  readonly attrValue: string | null;
  readonly itemCount: number | null;
  /** SHA-256 of the payload as received, in lower-case hexadecimal; null if none was kept. */
  readonly payloadSha256: string | null;
  /** The number of items that already exist with different content; null if the request was not accepted. */
  readonly conflictCount: number | null;
  /** null if the import was not undone. */
  readonly undone: UndoneBy | null;
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

/** Data that an accepted request stored for the reconciliation; amounts are decimal texts. */
export type ImportFindings = Pick<Findings, 'conflicts' | 'noteConflicts'> & {
  readonly unknownFields: ReadonlyArray<string>;
  readonly supplyChargeMismatches: ReadonlyArray<{
    readonly transactionId: string;
    readonly mismatches: ReadonlyArray<{ readonly kind: string; readonly expected: string; readonly actual: string }>;
  }>;
};

/** An import record with its payload and issues. */
export type ImportRecordContent = {
  readonly record: ImportRecord;
  /** The JSON text as received; null if the request was not accepted. */
  readonly payload: string | null;
  /** Data for the reconciliation; null if there is none. */
  readonly findings: ImportFindings | null;
};

/** The refused requests with one error code. */
export type FailureGroup = {
  readonly code: string;
  /** The total: still failing, solved, and without an account. */
  readonly count: number;
  /** Not followed by an accepted request for the same organisation, supplier, account and endpoint. */
  readonly stillFailing: number;
  /** Followed by one. */
  readonly solved: number;
  /** The body named no account, so later requests cannot be compared. */
  readonly withoutAccount: number;
  /** The latest request that is still failing, else the latest. */
  readonly example: ImportRecord;
};

/** Reads import records (decisions 3). */
export type ImportRecordReader = {
  /** Newest first. */
  readonly list: (filter: ImportFilter) => Read<ReadonlyArray<ImportRecord>>;
  readonly show: (id: string) => Read<ImportRecordContent | null>;
  /** Refused requests by code: those with the most that are still failing first. */
  readonly failures: (filter: Omit<ImportFilter, 'limit' | 'outcome'>) => Read<ReadonlyArray<FailureGroup>>;
};
