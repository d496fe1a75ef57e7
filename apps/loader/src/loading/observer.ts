import type { Attempt } from '@carryover/client/options';
import type { Concurrency } from './concurrency.ts';

/** Requests so far, with repetitions, and the repetitions among them. */
export type RequestCounts = { readonly requests: number; readonly retried: number };

/** Counts the attempts of a load, and tells the concurrency how they went. */
export const makeObserver = (concurrency: Concurrency) => {
  let counts: RequestCounts = { requests: 0, retried: 0 };
  return {
    counts: () => counts,
    onAttempt: ({ number, durationMs, status, outcome }: Attempt, items: number): void => {
      counts = { requests: counts.requests + 1, retried: counts.retried + (number > 1 ? 1 : 0) };
      const isOverloaded = status === 429 || status === 503;
      if (isOverloaded || (outcome === 'answered' && items > 0))
        concurrency.observe({ items, durationMs, isOverloaded });
    },
  };
};
