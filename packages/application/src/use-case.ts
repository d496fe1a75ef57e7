import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** What the service does on one request: a command in, a value or one of a closed set of failures out; never throws. */
export type UseCase<Command, Failure, Success> = (command: Command) => TaskEither<Failure, Success>;
