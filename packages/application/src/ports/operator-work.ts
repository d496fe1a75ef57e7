import type { Account, AccountRef } from '@carryover/domain/account';
import type { LatestCheck } from '@carryover/domain/storage-check';
import type { UndoFacts } from '@carryover/domain/undo';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { SecretFingerprints } from './access.ts';
import type {
  ActingOperator,
  ActionSubject,
  Administration,
  AdministrationChanges,
  NamedSupplier,
  OperatorActions,
} from './administration.ts';
import type { Approvals } from './approvals.ts';
import type { Stored, StoreFailure } from './store-failure.ts';
import type { WebhookChanges } from './webhooks.ts';

/** The reconciliation that proves a migration, and whose totals it compared (decisions 20). */
export type MigrationProof = {
  readonly id: string;
  readonly snapshotAt: Date;
  /** The set of the client. */
  readonly set: string;
  readonly keyPrefix: string;
  readonly registeredAt: Date;
  readonly sha256: string;
};

/** What a migration lacks to be proven, from the first step to the last. */
export const PROOF_GAPS = [
  'no_agreeing_reconciliation',
  'latest_not_agreeing',
  'not_totals_of_client',
  'set_superseded',
  'not_all_compared',
  'changed_since',
  'storage_findings',
  'storage_not_all_compared',
  'storage_not_verified',
  'imports_running',
] as const;
export type ProofGap = (typeof PROOF_GAPS)[number];

/** `missing`: empty if there is a proof. `storageCheck`: the latest one, whatever it found; null if there is none. */
export type Proven = {
  readonly proof: MigrationProof | null;
  readonly missing: ReadonlyArray<ProofGap>;
  readonly storageCheck: LatestCheck | null;
};

/** The store of an operator's change, within its transaction. */
export type OperatorStores = {
  readonly administration: Administration;
  readonly changes: AdministrationChanges;
  readonly corrections: Corrections;
  readonly erasures: Erasures;
  readonly webhooks: WebhookChanges;
  readonly approvals: Approvals;
  /** Returns the reconciliation that proves the migration, or what is missing. */
  readonly proofOf: (supplier: NamedSupplier) => Stored<Proven>;
  /**
   * Waits until all that is in flight has ended: imports that read the status of a supplier before now, undos, and sets of control totals
   * that are being completed.
   *
   * @param onWait is told when it begins to wait. @returns false if something was still running after half a minute.
   */
  readonly importsEnded: (onWait: () => void) => Stored<boolean>;
  readonly actions: OperatorActions;
  readonly secretFingerprints: SecretFingerprints;
};

export type OperatorWork = {
  /**
   * Runs `work` in one transaction, so that a change and its operator action are stored together or not at all. A Left
   * stores nothing.
   *
   * @param mode in a dry run, nothing is stored: corrections and actions return the same and write nothing.
   */
  readonly run: <L, A>(
    work: (stores: OperatorStores) => TaskEither<L, A>,
    mode?: { readonly isDryRun: boolean },
  ) => TaskEither<L | StoreFailure, A>;
};

/** An account with imports, as the store refers to it. */
export type AccountWithImports = { readonly id: string; readonly subject: Required<ActionSubject> };

/** The time range in which imports were received: from `since`, before `until`. */
export type ReceivedRange = { readonly since: Date; readonly until: Date };

/** The imports that are undone together: those of a range, or those that name a load. */
export type ImportSelection = ReceivedRange | { readonly loadId: string };

/** An accepted import, under the lock of its account. */
export type UndoableImport = {
  readonly importId: string;
  readonly receivedAt: Date;
  readonly endpoint: string;
  readonly facts: UndoFacts;
};

/** The rows that an undo removed. Sums are decimal texts. */
export type RemovedItems = {
  readonly notes: number;
  /** Notes that the service pinned. */
  readonly notesAddedByService: number;
  readonly transactions: ReadonlyArray<{
    readonly ledgerNumber: string;
    readonly type: string;
    readonly count: number;
    readonly sum: string;
  }>;
  readonly billingDocuments: number;
  readonly statements: number;
  readonly paymentInstructions: number;
};

/** The operator who undoes an import, always with a reason. */
export type UndoingOperator = ActingOperator & { readonly reason: string };

/** Takes back what accepted imports stored. Within a transaction, which holds the locks. */
export type Corrections = {
  /** Locks the account until the commit and returns one import, or those selected that are not undone yet, latest first. */
  readonly lockImports: (
    account: AccountWithImports,
    selection: { readonly importId: string } | ImportSelection,
  ) => Stored<ReadonlyArray<UndoableImport>>;
  /**
   * Removes what the imports stored and adds the record of each undo; counts it in a dry run. Returns what was removed, by import.
   *
   * @param imports each with those that stay and were answered because of it.
   */
  readonly undo: (
    account: AccountWithImports,
    imports: ReadonlyArray<UndoableImport>,
    actor: UndoingOperator,
  ) => Stored<ReadonlyMap<string, RemovedItems>>;
};

/** A total that is kept of an erased account: of transactions by ledger and type, of other items by kind. The sum is a decimal text. */
type ErasedTotal = {
  /** Empty for items that belong to no ledger. */
  readonly ledgerNumber: string;
  readonly type: string;
  readonly count: number;
  readonly sum: string;
};

/** What was removed of an account. */
export type Erased = {
  /** The stored name of the erased account, in place of its external number. */
  readonly name: string;
  readonly erasedAt: Date;
  /** True if it was erased before: nothing was changed. */
  readonly wasErased: boolean;
  readonly totals: ReadonlyArray<ErasedTotal>;
  readonly payloads: number;
  readonly refusals: number;
  readonly dryRuns: number;
};

/** Removes everything personal of accounts. Within a transaction. */
export type Erasures = {
  /** Locks the account until the commit, so that an import of it is stored before, and erased, or refused afterwards. Counts in a dry run. */
  readonly erase: (account: Account, ref: AccountRef) => Stored<Erased>;
};

/** Finds the accounts whose imports are to be undone. */
export type UndoableImports = {
  /** The account of an accepted import; null if there is no such import. */
  readonly accountOf: (importId: string) => Stored<AccountWithImports | null>;
  /** The supplier's next accounts with selected imports that are not undone, in a fixed order. */
  readonly accountsWithin: (
    supplier: NamedSupplier,
    selection: ImportSelection,
    page: { readonly after: AccountWithImports | null; readonly limit: number },
  ) => Stored<ReadonlyArray<AccountWithImports>>;
};
