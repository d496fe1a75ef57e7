type Permits = {
  /** Resolves once a permit is free; first come, first served. */
  readonly acquire: () => Promise<void>;
  readonly release: () => void;
};

const makePermits = (count: number): Permits => {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    acquire: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release: () => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
};

export type AccountQueues = {
  /** Resolves as soon as the work is queued: at once while the queue has capacity. `work` must not reject. */
  readonly add: (account: string, work: () => Promise<void>) => Promise<void>;
  /** Resolves once all queued work is done. */
  readonly done: () => Promise<unknown>;
};

/** Runs the work of one account in order and of `concurrency` accounts at the same time; as many may wait. */
export const makeAccountQueues = (concurrency: number): AccountQueues => {
  const queued = makePermits(2 * concurrency);
  const running = makePermits(concurrency);
  /** The end of each account's queue. */
  const ends = new Map<string, Promise<void>>();

  const run = async (work: () => Promise<void>): Promise<void> => {
    await running.acquire();
    await work();
    running.release();
    queued.release();
  };
  return {
    add: async (account, work) => {
      await queued.acquire();
      const end = (ends.get(account) ?? Promise.resolve())
        .then(() => run(work))
        .then(() => {
          if (ends.get(account) === end) ends.delete(account);
        });
      ends.set(account, end);
    },
    done: () => Promise.all(ends.values()),
  };
};
