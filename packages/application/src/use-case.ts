import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** A use case: takes a command, returns a value or one of a closed set of failures; never throws. */
export type UseCase<Command, Failure, Success> = (command: Command) => TaskEither<Failure, Success>;
