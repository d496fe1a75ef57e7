import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { given } from '../given.ts';
import type {
  ActingOperator,
  ActionName,
  ActionState,
  Administration,
  NamedSupplier,
  OperatorActions,
} from '../ports/administration.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import { type OrganisationNotFound, theOrganisation } from './organisations.ts';
import { aboutSupplier, type SupplierRefused, theSupplier } from './suppliers.ts';

/** Returns the organisation and the supplier code of actions about these names; without a name, of all. */
export const namedSubject = (
  administration: Administration,
  { organisation, supplier }: { readonly organisation: string | null; readonly supplier: string | null },
): TE.TaskEither<
  SupplierRefused | OrganisationNotFound | StoreFailure,
  { readonly organisation?: string; readonly supplierCode?: string }
> => {
  if (supplier !== null)
    return pipe(
      theSupplier(administration, { code: supplier, ...given({ organisationName: organisation }) }),
      TE.map(({ organisationName, code }) => ({ organisation: organisationName, supplierCode: code })),
    );
  if (organisation === null) return TE.right({});
  return pipe(
    theOrganisation(administration, organisation),
    TE.map(({ name }) => ({ organisation: name })),
  );
};

/** A command that takes many transactions, and the operator who runs it. */
type Run = {
  readonly supplier: NamedSupplier;
  readonly action: ActionName;
  /** The part that both of its actions have, such as the name of the file. */
  readonly state: ActionState;
  readonly actor: ActingOperator;
};

/**
 * Runs a command between two operator actions: one is stored before its first transaction, one after the last. A run that
 * was killed leaves only the first one (ADR 23).
 *
 * @param stateOf returns the details for the second action of a finished run, such as its counts.
 */
export type RecordRun = <L, A>(
  run: Run,
  work: TE.TaskEither<L, A>,
  stateOf: (done: A) => ActionState,
) => TE.TaskEither<L | StoreFailure, A>;

export const makeRecordRun =
  ({ operatorActions }: { readonly operatorActions: OperatorActions }): RecordRun =>
  ({ supplier, action, state: stateOfRun, actor }, work, stateOf) =>
  async () => {
    const record = (after: ActionState) =>
      operatorActions.add(actor, aboutSupplier(supplier), {
        action,
        before: null,
        after: { ...stateOfRun, ...after },
      })();
    const started = await record({ state: 'started' });
    if (E.isLeft(started)) return started;
    const end = (state: ActionState) => record({ ...state, start_action: started.right });
    const done = await work();
    if (E.isLeft(done)) {
      // The cause of the failure may also prevent this write; the run's own failure is reported.
      await end({ state: 'stopped' });
      return done;
    }
    const ended = await end({ state: 'finished', ...stateOf(done.right) });
    return E.isLeft(ended) ? ended : done;
  };
