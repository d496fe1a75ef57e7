import type { Attempt } from '@carryover/client/options';
import type { Concurrency } from './concurrency.ts';

/** `requests`: all attempts. `retried`: the attempts after the first one. */
export type RequestCounts = { readonly requests: number; readonly retried: number };

/** Counts the attempts of a load, and tells the concurrency how they went. */
export const makeObserver = (concurrency: Concurrency) => {
  let counts = { requests: 0, retried: 0 };
  return {
    /** Returns the requests since the last call. */
    newRequests: (): RequestCounts => {
      const taken = counts;
      counts = { requests: 0, retried: 0 };
      return taken;
    },
    onAttempt: ({ number, durationMs, status, outcome }: Attempt, items: number): void => {
      counts.requests += 1;
      if (number > 1) counts.retried += 1;
      const isOverloaded = status === 429 || status === 503;
      if (isOverloaded || (outcome === 'answered' && items > 0))
        concurrency.observe({ items, durationMs, isOverloaded });
    },
  };
};
