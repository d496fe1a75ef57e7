import type { AccountRef } from '@carryover/domain/account';
import type { CalendarDate } from '@carryover/domain/calendar-date';
import type { DateTime } from '@carryover/domain/date-time';
import type { TransactionType } from '@carryover/domain/transaction';
import type { Caller } from './access.ts';
import type { Stored } from './store-failure.ts';

const IMPORT_KINDS = [
  'notes',
  'transactions',
  'historical-billing-documents',
  'historical-statements',
  'payment-instruction',
] as const;
/** The kinds of imports, as named in their paths. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The endpoints that write an import record, as named in their paths: imports and their dry runs (decisions 13). */
export type ImportEndpointName = `${ImportKind}/${'create' | 'validate'}`;
export const IMPORT_ENDPOINTS: ReadonlyArray<ImportEndpointName> = IMPORT_KINDS.flatMap(
  (kind) => [`${kind}/create`, `${kind}/validate`] as const,
);

export const IMPORT_OUTCOMES = ['accepted', 'refused', 'dry_run'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** The kinds of items that imports store. */
export type ItemKind = 'notes' | 'transactions' | 'billingDocuments' | 'statements' | 'paymentInstructions';

/** One authenticated request, as named in its import record (decisions 3). */
export type ImportRequest = {
  /** UUID version 7: the id of the request and of its import record. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly caller: Caller;
  readonly endpoint: ImportEndpointName;
  /** SHA-256 of the payload as received, in lower-case hexadecimal; null if its body could not be read. */
  readonly payloadSha256: string | null;
  /** The load that the client named with its request, a UUID; null if it named none. */
  readonly loadId: string | null;
};

/** The submitted payload: the account's import data. */
export type Submission = {
  /** The JSON text as received, in UTF-8. */
  readonly payload: Uint8Array;
  readonly itemCount: number;
  /** Dot-delimited paths of the fields that were left out because the interface does not know them. */
  readonly unknownFields: ReadonlyArray<string>;
};

/** The part of a command that all imports have in common. */
export type ImportCommand = {
  readonly request: ImportRequest;
  readonly submission: Submission;
  readonly account: AccountRef;
  /** False for a dry run: everything is read and decided, nothing is stored (decisions 13). */
  readonly commit: boolean;
};

type Attempt = {
  readonly request: ImportRequest;
  /** As sent, if the body could be read that far. */
  readonly supplierCode: string | null;
  readonly externalAccountNumber: string | null;
  readonly itemCount: number | null;
  readonly status: number;
  /** The path of the first error. */
  readonly attr: string | null;
  /** The beginning of the value there as JSON text, keys masked; null if there is none or it is not kept. */
  readonly attrValue: string | null;
};

/** What identifies an item on its account, whatever is wrong with the rest of it. */
export type ItemIdentity =
  /**
   * The day is the one that was sent. The last three say which total would count it. Null if it was not sent, or is what is wrong. Only
   * histories name their ledger.
   */
  | {
      readonly kind: 'transaction';
      readonly id: string;
      readonly date: CalendarDate | null;
      readonly type: TransactionType | null;
      readonly amount: string | null;
      readonly ledgerNumber: string | null;
    }
  /** The amount is null if it was not sent, or is what is wrong. */
  | { readonly kind: 'statement'; readonly id: string; readonly amount: string | null }
  /** Without a ledger number, the document may be on any ledger: the one that was sent is what is wrong. */
  | { readonly kind: 'billing_document'; readonly id: string; readonly ledgerNumber: string | null }
  /** `identity` is that of the rules for duplicates (`noteIdentity`). */
  | { readonly kind: 'note'; readonly identity: string; readonly createdAt: DateTime | null }
  | { readonly kind: 'payment_instruction'; readonly vendor: string; readonly reference: string };

/** An item of a refused request that failed, with one of its errors. */
type FailingItem = {
  /** null if the item has no identifier that can be read, or its identifier is what is wrong. */
  readonly identity: ItemIdentity | null;
  /** The path of the error; that of the item, if the request was refused as a whole. */
  readonly path: string;
  readonly code: string;
  readonly detail: string;
  /** As `attrValue`, for this error. */
  readonly value: string | null;
};

/** An import that was answered with an error: the first error's code and sentence. */
export type RefusedImport = Attempt & {
  readonly code: string;
  readonly detail: string;
  /** The items that failed, at most 100: all of them, if the request was refused as a whole. */
  readonly failingItems: ReadonlyArray<FailingItem>;
  /** The items that did not fail, and were refused with the others: at most 100 together with those. */
  readonly otherItems: ReadonlyArray<{ readonly identity: ItemIdentity | null; readonly path: string }>;
  /** Further items, of which none is kept: they failed too, or were not read after 100 errors. */
  readonly itemsNotKept: number;
};

/** A dry run; code and sentence are the first error's, null if it found none. */
export type DryRun = Attempt & { readonly code: string | null; readonly detail: string | null };

/** Stores the import records of requests that store nothing else; that of an accepted one is stored with its rows (`Store.imports`). */
export type ImportRecords = {
  readonly refused: (refused: RefusedImport) => Stored<void>;
  /** (decisions 13) */
  readonly dryRun: (dryRun: DryRun) => Stored<void>;
};
