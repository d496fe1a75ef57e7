import { PayloadAltered } from '@carryover/application/ports/store-failure';
import { describeFailure, type Failure } from '@carryover/operations/failure';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** A request that is refused with a page: what happened, and what to do. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly hint: string;
  constructor(status: number, title: string, detail: string, hint: string) {
    super(detail);
    this.status = status;
    this.title = title;
    this.hint = hint;
  }
}

/** The same for what does not exist and for what belongs to an organisation outside the person's roles. */
export const notFound = (): Problem =>
  new Problem(
    404,
    'Not found',
    'There is no such page, or your roles do not include it.',
    'Check the address, or start from the overview.',
  );

export const badRequest = (detail: string, hint = 'Go back, correct it and send it again.', status = 400): Problem =>
  new Problem(status, 'This cannot be read', detail, hint);

/** The change is refused because of what is stored now. */
export const conflict = (detail: string, hint = 'Go back and look at the current state first.'): Problem =>
  new Problem(409, 'Nothing was changed', detail, hint);

const IS_MISSING = /_not_found$|_does_not_exist$/;

/** Runs a use case. Throws the page of its failure. */
export const orProblem = async <A>(task: TaskEither<Failure, A>): Promise<A> => {
  const done = await task();
  if (E.isRight(done)) return done.right;
  const failure = done.left;
  if (failure.kind === 'store_failure' && failure.cause instanceof PayloadAltered)
    throw new PayloadProblem(failure.cause);
  if (failure.kind === 'store_failure' && failure.mayBeStored === true) throw new CommitLost(failure.cause);
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

/** The change may be stored: the response to its commit was lost. The cause goes to the log. */
class CommitLost extends Problem {
  constructor(cause: unknown) {
    super(
      500,
      'It is not known whether the change was made',
      'The database did not answer when the change was to be stored.',
      'Look at the audit page. If the change is not there, open the form again and send it.',
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

/** A change that asks for another sign-in. Its form can be sent again afterwards. */
export class SignInAgain extends Problem {
  /** The page with the form. */
  readonly from: string;
  constructor(
    from: string,
    why = 'Nothing was changed yet: this change asks for a sign-in of the last 15 minutes, and yours is older.',
  ) {
    super(401, 'Sign in again', why, 'Sign in again, then send the form again.');
    this.from = from;
  }
}

/** The session ended while somebody filled in a form. */
export class SessionEnded extends SignInAgain {
  constructor(from: string) {
    super(
      from,
      'Nothing was changed yet: your session ended before you sent the form. What you typed is kept on this page.',
    );
  }
}

/** Refuses a change if the person signed in more than some minutes ago. @param from the page with its form. */
export const requireFreshSignIn = ({ isFresh }: { readonly isFresh: boolean }, from: string): void => {
  if (!isFresh) throw new SignInAgain(from);
};
