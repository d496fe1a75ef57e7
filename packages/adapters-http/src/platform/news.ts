import { setTimeout as delay } from 'node:timers/promises';
import type { Stored } from '@carryover/application/ports/store-failure';
import * as E from 'fp-ts/lib/Either.js';

/** A reader learns of a commit within this time and that of its query. */
const POLL_MS = 200;
/** More readers than these are answered without a wait. */
const MAX_WAITING = 1_000;

type Waiting = {
  readonly newest: string;
  readonly endsAt: number;
  readonly isOver: () => boolean;
  readonly wake: () => void;
};

/** Tells waiting readers of changes: one question to the database at a time, however many wait. */
export type ChangeNews = {
  /**
   * Resolves once a change after the position `newest` is final, at the latest at `endsAt` (`performance.now()`), when
   * `isOver`, when the service stops, or when the database cannot be asked.
   */
  readonly after: (wait: Omit<Waiting, 'wake'>) => Promise<void>;
};

export const makeChangeNews = (readNewest: () => Stored<string>, isStopping: () => boolean): ChangeNews => {
  const waiting = new Set<Waiting>();
  let isAsking = false;

  const ask = async (): Promise<void> => {
    isAsking = true;
    while (waiting.size > 0) {
      await delay(POLL_MS);
      const found = isStopping() ? null : await readNewest()();
      const newest = found !== null && E.isRight(found) ? found.right : null;
      for (const reader of waiting)
        if (newest === null || newest !== reader.newest || performance.now() >= reader.endsAt || reader.isOver()) {
          waiting.delete(reader);
          reader.wake();
        }
    }
    isAsking = false;
  };

  return {
    after: (wait) =>
      new Promise((wake) => {
        if (waiting.size >= MAX_WAITING) return wake();
        waiting.add({ ...wait, wake });
        if (!isAsking) void ask();
      }),
  };
};
