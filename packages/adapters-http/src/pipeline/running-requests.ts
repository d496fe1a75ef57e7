/** The requests that are being worked on, also those whose client went away, or answered and the answer not sent yet. */
export type RunningRequests = {
  readonly track: <A>(run: Promise<A>) => Promise<A>;
  readonly count: () => number;
  /** Resolves once none is left. */
  readonly settled: () => Promise<void>;
};

export const makeRunningRequests = (): RunningRequests => {
  let count = 0;
  let onNone: (() => void)[] = [];
  return {
    track: async (run) => {
      count += 1;
      try {
        return await run;
      } finally {
        count -= 1;
        if (count === 0) {
          for (const resolve of onNone) resolve();
          onNone = [];
        }
      }
    },
    count: () => count,
    settled: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => onNone.push(resolve))),
  };
};
