import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stored, StoreFailure } from './ports/store-failure.ts';

/** A use case: takes a command, returns a value or one of a closed set of failures; never throws. */
export type UseCase<Command, Failure, Success> = (command: Command) => TE.TaskEither<Failure, Success>;

/** Returns what a store found; Left with this refusal if it found nothing. */
export const requireFound =
  <Refusal>(refusal: Refusal) =>
  <A>(found: Stored<A | null>): TE.TaskEither<Refusal | StoreFailure, A> =>
    pipe(found, TE.chainW(TE.fromNullable<Refusal | StoreFailure>(refusal)));
