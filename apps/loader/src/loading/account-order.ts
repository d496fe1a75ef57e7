import type { Concurrency } from './concurrency.ts';

/** The bytes of requests that are under way, or wait for their account or for a permit. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** The requests that may wait while all permits are taken. Rows that wait for long are copied by the garbage collector. */
const MAX_AHEAD = 16;

type AccountOrder = {
  /** Resolves once the work is queued: at once, while little is waiting. */
  readonly add: (account: string, bytes: number, work: () => Promise<void>) => Promise<void>;
  /** Resolves once all queued work is done. */
  readonly done: () => Promise<void>;
};

/**
 * Runs the work of one account in order and that of several accounts at the same time.
 *
 * @param onError is called with what `work` throws; the work that is queued is run all the same.
 */
export const makeAccountOrder = (concurrency: Concurrency, onError: (error: unknown) => void): AccountOrder => {
  /** The end of each account's queue. */
  const ends = new Map<string, Promise<void>>();
  let waiting = 0;
  let bytesWaiting = 0;
  let wake = (): void => {};

  const hasRoom = (): boolean =>
    waiting === 0 || (waiting < concurrency.limit() + MAX_AHEAD && bytesWaiting < MAX_WAITING_BYTES);
  return {
    add: async (account, bytes, work) => {
      while (!hasRoom())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      waiting += 1;
      bytesWaiting += bytes;
      const end = (ends.get(account) ?? Promise.resolve())
        .then(() => concurrency.run(work))
        .catch(onError)
        .then(() => {
          waiting -= 1;
          bytesWaiting -= bytes;
          if (ends.get(account) === end) ends.delete(account);
          wake();
        });
      ends.set(account, end);
    },
    done: async () => {
      await Promise.all(ends.values());
    },
  };
};
