/** Lets a bounded number of tasks run at a time, over all callers; the others wait in order of arrival. */
export type Gate = {
  /**
   * Runs the task once there is room, and makes room again when it settles.
   * A task that never settles keeps its place: what hangs must not be piled up.
   *
   * @throws what the task throws; the signal's reason where it was aborted before the task began.
   */
  readonly run: <A>(signal: AbortSignal, task: () => Promise<A>) => Promise<A>;
};

/** @param maxParallel how many tasks run at a time, 1 or more. */
export const makeGate = (maxParallel: number): Gate => {
  // A Set, because it keeps the order of arrival and lets one that gave up leave from the middle.
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
