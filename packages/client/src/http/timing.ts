/** The client's sources of time and randomness. Pass your own for simulated time. */
export type Timing = {
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A random number from 0, inclusive, to 1, which spreads the waits of many clients. */
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
