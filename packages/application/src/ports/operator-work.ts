import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { SecretFingerprints } from './access.ts';
import type { Administration, AdministrationChanges, NamedSupplier, OperatorActions } from './administration.ts';
import type { Corrections } from './operator/corrections.ts';
import type { Stored, StoreFailure } from './store-failure.ts';

/** The reconciliation that proves a migration. */
export type MigrationProof = { readonly id: string; readonly snapshotAt: Date };

/** The store of an operator's change, within its transaction. */
export type OperatorStores = {
  readonly administration: Administration;
  readonly changes: AdministrationChanges;
  readonly corrections: Corrections;
  /** Returns the latest reconciliation that agreed, if nothing was imported or undone since its snapshot; else null. */
  readonly proofOf: (supplier: NamedSupplier) => Stored<MigrationProof | null>;
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
