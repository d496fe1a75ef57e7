import type { Account } from '@carryover/domain/account';
import type { AccountChange, AccountKeyCollision, StoredAccount } from '@carryover/domain/account-import';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { SecretFingerprints } from '../secret-fingerprints.ts';
import type { Stored, StoreFailure } from '../store-failure.ts';
import type { Administration, SupplierChange } from './administration.ts';
import type { Corrections } from './corrections.ts';
import type { OperatorActions } from './operator-actions.ts';
import type { ReconciliationRecords } from './reconciliation/reconciliation-records.ts';

/** Decides what to store for the accounts of a supplier, by external account number, and what to return. */
export type AccountPlan<A> = (
  supplier: ImportSupplier,
  stored: ReadonlyMap<string, StoredAccount | AccountKeyCollision>,
) => { readonly changes: ReadonlyArray<AccountChange>; readonly result: A };

/** Changes of stored data. Each locks what it changes, so that the returned previous state holds until the commit. */
export type AdministrationChanges = {
  readonly changeSupplier: (
    supplier: ImportSupplier,
    change: SupplierChange,
  ) => Stored<{ readonly before: ImportSupplier; readonly after: ImportSupplier }>;
  /** Revokes an API key; a key that is already revoked keeps its time. null: no key has this prefix. */
  readonly revokeApiKey: (
    prefix: string,
    at: Date,
  ) => Stored<{ readonly organisation: string; readonly revokedBefore: Date | null } | null>;
  /**
   * Changes a supplier's accounts as `plan` decides. Until the commit, the supplier's configuration and the accounts with these
   * numbers do not change and accept no data, and no other account of the supplier is added.
   *
   * @param numbers external account numbers, each once.
   */
  readonly changeAccounts: <A>(
    supplier: ImportSupplier,
    numbers: ReadonlyArray<string>,
    plan: AccountPlan<A>,
  ) => Stored<A>;
  /** Opens a statement period on a ledger, closing the open one; null closes only. null: the account has no such ledger. */
  readonly setOpenPeriod: (
    account: Account,
    ledgerNumber: string,
    period: StatementPeriod | null,
  ) => Stored<{ readonly before: StatementPeriod | null } | null>;
  /** Notes that the platform has finalized a billing document of a ledger. null: the account has no such ledger. */
  readonly finalizeLedger: (account: Account, ledgerNumber: string) => Stored<{ readonly before: boolean } | null>;
};

/** The store of an operator's change, within its transaction. */
export type OperatorStores = {
  readonly administration: Administration;
  readonly changes: AdministrationChanges;
  readonly corrections: Corrections;
  readonly reconciliations: ReconciliationRecords;
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
