/** Bounds the number of concurrent tasks over all callers; further tasks wait in order of arrival. */
export type Gate = {
  /**
   * Runs the task once a permit is free, and releases the permit when it settles.
   * A task that never settles keeps its permit, so that hanging tasks do not pile up.
   *
   * @throws what the task throws; the signal's reason if it was aborted before the task began.
   */
  readonly run: <A>(signal: AbortSignal, task: () => Promise<A>) => Promise<A>;
};

/** @param maxParallel the number of concurrent tasks, 1 or more. */
export const makeGate = (maxParallel: number): Gate => {
  // A Set keeps the order of arrival and allows removal from the middle.
  const waiting = new Set<() => void>();
  let running = 0;

  const enter = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(go);
        reject(signal.reason);
      };
      const go = () => {
        waiting.delete(go);
        signal.removeEventListener('abort', giveUp);
        running += 1;
        resolve();
      };
      if (signal.aborted) return reject(signal.reason);
      if (running < maxParallel) return go();
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(go);
    });

  const leave = () => {
    running -= 1;
    const [next] = waiting;
    next?.();
  };

  return {
    run: async (signal, task) => {
      await enter(signal);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
};
