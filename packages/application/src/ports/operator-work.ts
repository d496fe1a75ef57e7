import type { Account, AccountStatus } from '@carryover/domain/account';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Administration, SupplierChange } from './administration.ts';
import type { OperatorActions } from './operator-actions.ts';
import type { SecretFingerprints } from './secret-fingerprints.ts';
import type { StoreFailure } from './store-failure.ts';

type Stored<A> = TaskEither<StoreFailure, A>;

/** Changes of what is stored. Each locks what it changes, so that what it answers with as before is true until the commit. */
export type AdministrationChanges = {
  readonly changeSupplier: (
    supplier: ImportSupplier,
    change: SupplierChange,
  ) => Stored<{ readonly before: ImportSupplier; readonly after: ImportSupplier }>;
  /** Revokes an API key; one revoked before keeps its time. null: no key has this prefix. */
  readonly revokeApiKey: (
    prefix: string,
    at: Date,
  ) => Stored<{ readonly organisation: string; readonly revokedBefore: Date | null } | null>;
  /** Makes a staged account an imported one. @returns its status before. */
  readonly promoteAccount: (account: Account) => Stored<AccountStatus>;
  /** Opens a statement period on a ledger, closing the open one; null closes only. null: the account has no such ledger. */
  readonly setOpenPeriod: (
    account: Account,
    ledgerNumber: string,
    period: StatementPeriod | null,
  ) => Stored<{ readonly before: StatementPeriod | null } | null>;
};

/** What an operator's change reads and writes in its transaction. */
export type OperatorStores = {
  readonly administration: Administration;
  readonly changes: AdministrationChanges;
  readonly actions: OperatorActions;
  readonly secretFingerprints: SecretFingerprints;
};

export type OperatorWork = {
  /**
   * Runs `work` in one transaction, so that a change and its operator action are stored together or not at all. A Left
   * leaves nothing.
   */
  readonly run: <L, A>(work: (stores: OperatorStores) => TaskEither<L, A>) => TaskEither<L | StoreFailure, A>;
};
