import { includes, type Scope } from '@carryover/domain/access/access';
import { parseCalendarDate } from '@carryover/domain/calendar-date';
import { isWellFormed } from '@carryover/domain/text';
import { describeFailure, type Failure } from '@carryover/operator/failure';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { badRequest, conflict, notFound, Problem } from './problem.ts';
import type { Visit } from './route.ts';

/** Returns a parameter of the route's path. */
export const parameter = ({ request }: Visit, name: string): string => {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
};

/** Refuses an organisation outside of the scope as if it did not exist. */
export const within = (scope: Scope, organisation: string): void => {
  if (!isWellFormed(organisation) || !includes(scope, organisation)) throw notFound();
};

/** Returns the organisation of the route's path. Refuses one outside of the scope as if it did not exist. */
export const organisationOf = (visit: Visit): string => {
  const organisation = parameter(visit, 'organisation');
  within(visit.scope, organisation);
  return organisation;
};

/** Returns true for an id as the service writes it. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Returns the first second of a day. @param what is the day, for a text that is none. */
export const startOfDay = (text: string, what: string): Date => {
  const day = parseCalendarDate(text);
  if (O.isNone(day)) throw badRequest(`${what} must be a day, such as 2026-11-30.`);
  return new Date(`${day.value}T00:00:00Z`);
};

const IS_MISSING = /_not_found$|_does_not_exist$/;

/** Runs a use case. Throws the page of its failure. */
export const orProblem = async <A>(task: TaskEither<Failure, A>): Promise<A> => {
  const done = await task();
  if (E.isRight(done)) return done.right;
  const failure = done.left;
  if (failure.kind === 'store_unavailable' || failure.kind === 'store_failure')
    throw new StoreProblem(failure.kind, failure.cause);
  if (IS_MISSING.test(failure.kind)) throw notFound();
  throw conflict(describeFailure(failure, 'the database'));
};

/** The database failed; the cause goes to the log. */
export class StoreProblem extends Problem {
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
