export type Sender = {
  /**
   * Resolves as soon as the work is queued: at once while little is waiting.
   *
   * @param bytes that the work keeps in memory.
   * @throws what a work has thrown before; the queued work is not run then.
   */
  readonly add: (account: string, work: () => Promise<void>, bytes?: number) => Promise<void>;
  /** Resolves once all queued work is done. @throws the first error, once the work under way has ended. */
  readonly done: () => Promise<void>;
};

type Limits = {
  /** Work that runs at the same time; it may change. */
  readonly concurrency: () => number;
  /** Further work that may wait for its account or its turn. */
  readonly ahead: () => number;
  /** The bytes of all of it. */
  readonly maxBytes?: number;
};

/** Runs the work of one account in order, and that of several accounts at the same time; first come, first served. */
export const makeSender = ({ concurrency, ahead, maxBytes = Number.POSITIVE_INFINITY }: Limits): Sender => {
  /** The end of each account's queue. */
  const ends = new Map<string, Promise<void>>();
  const ready: (() => void)[] = [];
  let failure: { readonly error: unknown } | null = null;
  let running = 0;
  let queued = 0;
  let queuedBytes = 0;
  let wake = (): void => {};

  const grant = (): void => {
    while (running < concurrency() && ready.length > 0) {
      running += 1;
      ready.shift()!();
    }
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    await new Promise<void>((resolve) => {
      ready.push(resolve);
      grant();
    });
    try {
      if (failure === null) await work();
    } catch (error) {
      failure ??= { error };
    }
    running -= 1;
    grant();
  };
  const hasRoom = (): boolean => queued === 0 || (queued < concurrency() + ahead() && queuedBytes < maxBytes);
  const rethrow = (): void => {
    if (failure !== null) throw failure.error;
  };
  return {
    add: async (account, work, bytes = 0) => {
      while (!hasRoom())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      rethrow();
      queued += 1;
      queuedBytes += bytes;
      const end = (ends.get(account) ?? Promise.resolve())
        .then(() => run(work))
        .then(() => {
          queued -= 1;
          queuedBytes -= bytes;
          if (ends.get(account) === end) ends.delete(account);
          wake();
        });
      ends.set(account, end);
    },
    done: async () => {
      await Promise.all(ends.values());
      rethrow();
    },
  };
};

/** Works on what comes in, so many at the same time. It is read only as fast as it is worked on. */
export const inParallel = async <A>(
  count: number,
  all: Iterable<A> | AsyncIterable<A>,
  work: (one: A) => Promise<void>,
): Promise<void> => {
  const sender = makeSender({ concurrency: () => count, ahead: () => 0 });
  let number = 0;
  try {
    for await (const one of all) {
      number += 1;
      await sender.add(String(number), () => work(one));
    }
  } finally {
    await sender.done();
  }
};
