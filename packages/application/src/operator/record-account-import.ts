import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { NamedSupplier } from '../ports/operator/administration.ts';
import type { ActingOperator, ActionState, OperatorActions } from '../ports/operator/operator-actions.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import { aboutSupplier } from './action-subject.ts';

/** An accounts file, and the operator who imports it. */
type AccountImportRun = {
  readonly supplier: NamedSupplier;
  /** As given on the command line. */
  readonly file: string;
  readonly by: ActingOperator;
};

/**
 * Runs the import of a file between two operator actions: one is stored before the first batch, one after the last. A run
 * that was killed leaves only the first one (ADR 23).
 *
 * @param stateOf returns the details for the second action of a finished run: its counts and the checksum of the file.
 */
export type RecordAccountImport = <L, A>(
  run: AccountImportRun,
  work: TE.TaskEither<L, A>,
  stateOf: (done: A) => ActionState,
) => TE.TaskEither<L | StoreFailure, A>;

export const makeRecordAccountImport =
  ({ operatorActions }: { readonly operatorActions: OperatorActions }): RecordAccountImport =>
  ({ supplier, file, by }, work, stateOf) =>
  async () => {
    const action = { ...by, ...aboutSupplier(supplier), action: 'account import', before: null };
    const started = await operatorActions.add({ ...action, after: { file, state: 'started' } })();
    if (E.isLeft(started)) return started;
    const end = (state: ActionState) =>
      operatorActions.add({ ...action, after: { file, ...state, start_action: started.right } })();
    const done = await work();
    if (E.isLeft(done)) {
      // The cause of the failure may also prevent this write; the import's own failure is reported.
      await end({ state: 'stopped' });
      return done;
    }
    const ended = await end({ state: 'finished', ...stateOf(done.right) });
    return E.isLeft(ended) ? ended : done;
  };
