import type { Findings } from '../store.ts';
import type { Stored } from '../store-failure.ts';
import type { RemovedItems } from './corrections.ts';

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
  /** The label of the API key; null if it has none. */
  readonly apiKeyLabel: string | null;
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
  /** The path of the refused field without its positions, `transactions[].amount`. */
  readonly path?: string;
  readonly apiKeyPrefix?: string;
  /** The names of the organisations whose records are listed; all, if left out. */
  readonly organisations?: ReadonlyArray<string>;
  /** Only records that are older than this one. */
  readonly before?: string;
  /** Only records that are newer than this one. */
  readonly after?: string;
  readonly limit: number;
};

export type FailureFilter = Omit<ImportFilter, 'limit' | 'outcome' | 'apiKeyPrefix' | 'path' | 'before' | 'after'>;

/** Data that an accepted request stored for the reconciliation; amounts are decimal texts. */
export type ImportFindings = Pick<Findings, 'conflicts' | 'noteConflicts'> & {
  readonly unknownFields: ReadonlyArray<string>;
  readonly supplyChargeMismatches: ReadonlyArray<{
    readonly transactionId: string;
    readonly mismatches: ReadonlyArray<{ readonly kind: string; readonly expected: string; readonly actual: string }>;
  }>;
};

/** A transaction whose date was moved into the open statement period. */
export type MovedTransaction = {
  readonly transactionId: string;
  readonly submittedDate: string;
  readonly storedDate: string;
};

/** The items that an accepted import stored and that its account still has. */
export type StoredItems = {
  readonly items: RemovedItems;
  /** The first of them. */
  readonly moved: ReadonlyArray<MovedTransaction>;
  readonly movedCount: number;
};

/** An import record with its issues. */
export type FoundImport = {
  readonly record: ImportRecord;
  /** Data for the reconciliation; null if there is none. */
  readonly findings: ImportFindings | null;
};

/** The same with its payload: the JSON text as received; null if the request was not accepted, or the payload was altered. */
export type ImportRecordContent = FoundImport & {
  readonly payload: string | null;
  /** Says that the stored payload is not the one that was received; null if it is. */
  readonly alteration: string | null;
};

/** The refused requests with one error code. */
export type FailureGroup = {
  readonly code: string;
  /** The total of the four below. */
  readonly count: number;
  /** Not followed by an accepted request for the same account and endpoint, and an item that failed is not stored. */
  readonly notSentAgain: number;
  /** Followed by one, and an item that failed is not stored. */
  readonly sentAgainWithoutIt: number;
  /** All items that failed are stored. */
  readonly solved: number;
  /** The body named no account, so what failed cannot be looked up. */
  readonly withoutAccount: number;
  /** The latest request that is still failing, else the latest. */
  readonly example: ImportRecord;
};

/** Reads import records (decisions 3). */
export type ImportRecordReader = {
  /** Newest first. */
  readonly list: (filter: ImportFilter) => Stored<ReadonlyArray<ImportRecord>>;
  readonly find: (id: string) => Stored<FoundImport | null>;
  /** The payload of an accepted import as received; null if there is none. */
  readonly payload: (id: string) => Stored<string | null>;
  /** null if there is no such accepted import. */
  readonly storedItems: (id: string) => Stored<StoredItems | null>;
  /** Refused requests by code: those with the most that are still failing first. */
  readonly failures: (filter: FailureFilter) => Stored<ReadonlyArray<FailureGroup>>;
};
