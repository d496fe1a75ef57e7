import type { DateTime } from '@carryover/domain/date-time';
import type { TypeTotal } from '@carryover/domain/ledger';
import type { Stored } from '../store-failure.ts';
import type {
  AccountOverview,
  StoredDocument,
  StoredNote,
  StoredStatement,
  StoredTransaction,
} from './account-reader.ts';

export type LedgerTotal = TypeTotal & { readonly ledgerNumber: string };

/** A part of a list; `next` is the `after` of the following part, null on the last one. */
export type Part<A> = { readonly items: ReadonlyArray<A>; readonly next: string | null };

/** The parts to read: each list from its beginning if its `after` is null or of another list. */
export type AccountParts = {
  readonly notesAfter: string | null;
  readonly transactionsAfter: string | null;
  /** Only transactions of this ledger. */
  readonly ledgerNumber: string | null;
  /** Only transactions with this id. */
  readonly transactionId: string | null;
  readonly documentsAfter: string | null;
  readonly statementsAfter: string | null;
  /** The time by which pinned notes are told from others. */
  readonly now: DateTime;
};

/** An account, and a part of each of its lists. All of it is of one moment. */
export type AccountPage = AccountOverview & {
  readonly totals: ReadonlyArray<LedgerTotal>;
  /** Newest first, at most 100. */
  readonly pinnedNotes: ReadonlyArray<StoredNote>;
  /** Notes that are not pinned, newest first. */
  readonly notes: Part<StoredNote>;
  /** By date, newest first. */
  readonly transactions: Part<StoredTransaction>;
  /** By the day of issue, newest first. */
  readonly billingDocuments: Part<StoredDocument>;
  /** By the day of issue, newest first. */
  readonly statements: Part<StoredStatement>;
};

export type DocumentOwner = { readonly organisation: string; readonly documentRoot: string };

/** Reads accounts of any size in parts of 50, without a lock. */
export type AccountPageReader = {
  /** null if there is no such account. */
  readonly read: (serviceAccountNumber: string, parts: AccountParts) => Stored<AccountPage | null>;
  /** The owner of a document that a note or a statement of the account names by its full location; null if none does. */
  readonly ownerOfDocument: (serviceAccountNumber: string, location: string) => Stored<DocumentOwner | null>;
};
