import type { Account, ImportSupplier } from '@carryover/domain/account';
import type { BillingDocument } from '@carryover/domain/billing-document';
import type { StatementPeriod } from '@carryover/domain/calendar-date';
import type { DateTime } from '@carryover/domain/date-time';
import type { FieldDifference } from '@carryover/domain/differences';
import type { Ledger } from '@carryover/domain/ledger';
import type { KnownNote, Note, NoteDraft } from '@carryover/domain/note';
import type { ActiveInstruction, VerifiedInstruction } from '@carryover/domain/payment-instruction';
import type { HistoricalStatement, LocatedStatement } from '@carryover/domain/statement';
import type { Transaction } from '@carryover/domain/transaction';
import type { PlacedTransaction, PreviouslyAdded, TransactionMismatches } from '@carryover/domain/transaction-import';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ImportCommand } from './import-records.ts';
import type { Stored, StoreFailure } from './store-failure.ts';

/** A write; its failure may be reported only at the end of the unit of work. */
type Written = Stored<void>;

export type AccountRepository = {
  /** The account of the unit of work, which no other request can lock until that ends; null if there is none. */
  readonly locked: Stored<Account | null>;
};

/** The part of a note by which people recognise it. */
export type ExistingNote = {
  readonly createdAt: DateTime;
  /** The beginning of a long body; null if the note has only documents. */
  readonly body: string | null;
  /** As posted; empty if the note has a body. */
  readonly documentPaths: ReadonlyArray<string>;
};

/** Data that an accepted import stores for the reconciliation in addition to its rows (decisions 2, 5). */
export type Findings = {
  readonly conflicts: ReadonlyArray<{
    readonly transactionId: string;
    readonly differences: ReadonlyArray<FieldDifference>;
  }>;
  readonly noteConflicts: ReadonlyArray<{
    readonly note: ExistingNote;
    readonly differences: ReadonlyArray<FieldDifference>;
  }>;
  readonly supplyChargeMismatches: ReadonlyArray<TransactionMismatches>;
  /** The request had `check_previously_added=false`: what it added may be on the account more than once. */
  readonly checkPreviouslyAdded?: false;
};

/**
 * What a decision depended on beside the payload and the account's earlier imports, and is changed later without a trace. It is
 * kept with the import, so that what must be stored can be derived again (ADR 5).
 */
export type ImportBasis = {
  /** The open statement period, if it moved a date. */
  readonly openPeriod?: StatementPeriod;
  /** The root of the documents, if any were stored below one. */
  readonly documentRoot?: string;
  /** The vendor's details, if the instruction was stored. */
  readonly instruction?: VerifiedInstruction;
};

/** What an accepted import stored, without items that existed already; the figures count these (ADR 39). */
type StoredImport = {
  readonly items: number;
  /** Of the items, the billing documents: they come with transactions. */
  readonly billingDocuments?: number;
  readonly findings?: Partial<Findings>;
  readonly basis?: ImportBasis | undefined;
};

/** The store of a unit of work: reads of its account, under the account's lock, which may run at the same time, and writes of its import. */
export type Store = {
  readonly accounts: AccountRepository;
  readonly ledgers: {
    /** null if there is no such account. */
    readonly main: Stored<Ledger | null>;
    /** The account's ledger of this number; null if there is none. */
    readonly find: (ledgerNumber: string) => Stored<Ledger | null>;
    /** Marks the ledger's history as imported, which the store itself allows once. */
    readonly closeToHistory: (ledger: Ledger) => Written;
  };
  readonly notes: {
    /** The account's notes with a draft's identity: the earliest, and those with the draft's `createdAt`. */
    readonly known: (drafts: ReadonlyArray<NoteDraft>) => Stored<ReadonlyArray<KnownNote>>;
    readonly add: (notes: ReadonlyArray<Note>) => Written;
  };
  readonly transactions: {
    /** The account's transactions with the ids of these, as submitted: of several with one id, the earliest that is still stored. */
    readonly previouslyAdded: (transactions: ReadonlyArray<Transaction>) => Stored<PreviouslyAdded>;
    /** `again`: ids that the account already has are added once more. */
    readonly add: (
      destination: { readonly ledger: Ledger; readonly again: boolean },
      transactions: ReadonlyArray<PlacedTransaction>,
    ) => Written;
  };
  readonly billingDocuments: {
    readonly add: (ledger: Ledger, documents: ReadonlyArray<BillingDocument>) => Written;
  };
  readonly statements: {
    /** The account's statements with these ids, by id. */
    readonly known: (statementIds: ReadonlyArray<string>) => Stored<ReadonlyMap<string, HistoricalStatement>>;
    readonly add: (statements: ReadonlyArray<LocatedStatement>) => Written;
  };
  readonly paymentInstructions: {
    /** The account's active instruction; null if it has none. */
    readonly active: Stored<ActiveInstruction | null>;
    readonly add: (instruction: ActiveInstruction) => Written;
  };
  readonly imports: {
    /** Writes the import record that the request's rows name. */
    readonly accept: (account: Account, command: ImportCommand, stored: StoredImport) => Written;
  };
};

export type UnitOfWork = {
  /**
   * Runs `work` in one transaction: Right commits and resolves once the commit is durable, Left stores nothing. Without
   * `commit`, `work` reads the same and nothing is stored (decisions 13).
   * Units of work on one account run one after another; those of different accounts do not wait for each other.
   *
   * @param command its request's id is that of the record that `work` writes: if the response to a commit is lost, it is looked up by
   *   this id (decisions 3).
   */
  readonly run: <Failure, A>(
    command: ImportCommand,
    work: (store: Store) => TaskEither<Failure | StoreFailure, A>,
  ) => TaskEither<Failure | StoreFailure, A>;
};

export type SupplierRepository = {
  /** The organisation's supplier of this code; null if there is none. */
  readonly find: (organisationId: string, code: string) => Stored<ImportSupplier | null>;
};
