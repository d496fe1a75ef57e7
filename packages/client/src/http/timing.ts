import type { Failure } from '../failure.ts';

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

/**
 * Runs work that ends when it is done, when `outer` aborts, or after `ms`, whichever is first. The work gets a
 * signal whose reason is the failure. Leaves no timer or listener behind, unlike `AbortSignal.any` and
 * `AbortSignal.timeout` on a signal that lives as long as a whole import.
 */
export const within = async <T>(
  ms: number,
  outer: AbortSignal | undefined,
  reasons: { readonly over: () => Failure; readonly stopped: (reason: unknown) => Failure },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const follow = () => controller.abort(reasons.stopped(outer?.reason));
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow);
  const timer = setTimeout(() => controller.abort(reasons.over()), ms);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
};

type Flight<T> = { readonly result: Promise<T>; readonly controller: AbortController; waiting: number };

/** Resolves as `promise` does, or with the signal's reason as soon as it aborts. */
const orReason = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => resolve(signal.reason as T);
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

/**
 * Concurrent callers share one run of `start`. Each can abort by its own signal, and gets that signal's reason as
 * the result; the run itself is aborted when no caller waits for it any more.
 */
export const shareInFlight = <T>(start: (signal: AbortSignal) => Promise<T>): ((signal: AbortSignal) => Promise<T>) => {
  let current: Flight<T> | null = null;

  const board = (): Flight<T> => {
    const controller = new AbortController();
    const result = start(controller.signal);
    const flight: Flight<T> = { result, controller, waiting: 0 };
    const land = () => {
      if (current === flight) current = null;
    };
    result.then(land, land);
    return flight;
  };

  return async (signal) => {
    current ??= board();
    const flight = current;
    flight.waiting += 1;
    try {
      return await orReason(flight.result, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        if (current === flight) current = null;
        flight.controller.abort();
      }
    }
  };
};
