import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OperatorStores, OperatorWork } from '../../ports/operator/operator-work.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';

/** The result of a dry run, on the left so that its transaction is rolled back. */
class Tried<A> {
  readonly result: A;
  constructor(result: A) {
    this.result = result;
  }
}

/** Runs an operator's work in one transaction; that of a dry run is rolled back, and its result returned. */
export const runOrTry =
  (operatorWork: OperatorWork, { isDryRun }: { readonly isDryRun: boolean }) =>
  <L, A>(work: (stores: OperatorStores) => TE.TaskEither<L, A>): TE.TaskEither<L | StoreFailure, A> =>
    isDryRun
      ? pipe(
          operatorWork.run((stores) =>
            pipe(
              work(stores),
              TE.chainW((result) => TE.left(new Tried(result))),
            ),
          ),
          TE.orElse((left) => (left instanceof Tried ? TE.right(left.result) : TE.left(left))),
        )
      : operatorWork.run(work);
