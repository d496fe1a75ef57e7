import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { SecretFingerprints } from './access.ts';
import type { Administration, AdministrationChanges, OperatorActions } from './administration.ts';
import type { Corrections } from './operator/corrections.ts';
import type { ReconciliationRecords } from './operator/reconciliation/reconciliation-records.ts';
import type { StoreFailure } from './store-failure.ts';

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
