import { setTimeout as delay } from 'node:timers/promises';
import type { Stored, StoreFailure } from '@carryover/application/ports/store-failure';
import * as E from 'fp-ts/lib/Either.js';

type Limits = {
  readonly tries: number;
  readonly restMs: number;
  /** Nobody waits any longer: the try that is under way is the last one. */
  readonly isOver: () => boolean;
};

/** Stores what would be lost otherwise: again after a rest if the database fails. @returns the outcome of the last try. */
export const keepTrying = async <A>(
  store: Stored<A>,
  { tries, restMs, isOver }: Limits,
): Promise<E.Either<StoreFailure, A>> => {
  for (let tried = 1; ; tried += 1) {
    const done = await store();
    if (E.isRight(done) || tried >= tries || isOver()) return done;
    await delay(restMs);
  }
};
