import { PayloadAltered } from '@carryover/application/ports/store-failure';
import { describeFailure, type Failure } from '@carryover/operations/failure';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { conflict, notFound, Problem } from './problem.ts';

const IS_MISSING = /_not_found$|_does_not_exist$/;

/** Runs a use case. Throws the page of its failure. */
export const orProblem = async <A>(task: TaskEither<Failure, A>): Promise<A> => {
  const done = await task();
  if (E.isRight(done)) return done.right;
  const failure = done.left;
  if (failure.kind === 'store_failure' && failure.cause instanceof PayloadAltered)
    throw new PayloadProblem(failure.cause);
  if (failure.kind === 'store_unavailable' || failure.kind === 'store_failure')
    throw new StoreProblem(failure.kind, failure.cause);
  if (IS_MISSING.test(failure.kind)) throw notFound();
  throw conflict(describeFailure(failure, 'the database'));
};

/** A payload is not the one that was received. */
class PayloadProblem extends Problem {
  constructor(cause: PayloadAltered) {
    super(
      500,
      'The payload is not the one that was received',
      cause.message,
      'Tell the administrator of the database. What the import stored is not affected by this page.',
    );
    this.cause = cause;
  }
}

/** The database failed; the cause goes to the log. */
class StoreProblem extends Problem {
  constructor(kind: 'store_unavailable' | 'store_failure', cause: unknown) {
    super(
      kind === 'store_unavailable' ? 503 : 500,
      'The database does not answer',
      'The database could not be read, so this page would not be complete.',
      'Try again in a moment. If it stays so, look at the log of the console.',
    );
    this.cause = cause;
  }
}
