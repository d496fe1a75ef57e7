/** Time and chance as the client uses them. Give your own to run it on simulated time. */
export type Timing = {
  /** Milliseconds since whenever; never goes back. */
  readonly now: () => number;
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0, inclusive, to 1: spreads the waits of many clients. */
  readonly random: () => number;
};

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
  });

export const REAL_TIME: Timing = { now: () => performance.now(), sleep, random: Math.random };
