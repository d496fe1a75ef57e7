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
