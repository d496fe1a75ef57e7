import type { Attempt } from '@carryover/client/options';

/** The result of an attempt of a request, as far as it tells how busy the service is. */
type Sample = { readonly items: number; readonly durationMs: number; readonly isOverloaded: boolean };

export type Concurrency = {
  readonly observe: (sample: Sample) => void;
  readonly limit: () => number;
};

const START = 4;
/** A request costs about as much as so many items, whatever it contains. */
const ITEMS_OF_A_REQUEST = 20;
/** The limit is judged again after so many answers per permit. */
const ROUNDS = 4;
/** Latency counts as flat below this multiple of the lowest of the last rounds. */
const FLAT = 2;
const STEEP = 4;
/** Latencies of so many rounds are compared: a service that others slow down is compared with what it was like lately. */
const COMPARED = 10;
/** After an overload, the limit stays until the requests that were under way are answered. */
const COOL_DOWN_MS = 1_000;

/**
 * Requests under way at the same time: one more after each round in which the latency per item was flat, one fewer if it
 * has multiplied, and half as many after an answer 429 or 503.
 */
export const makeConcurrency = (max: number): Concurrency => {
  let limit = Math.min(START, max);
  const latencies: number[] = [];
  let round = { answers: 0, ms: 0, items: 0 };
  let cooledAt = Number.NEGATIVE_INFINITY;

  const endRound = (): void => {
    const latency = round.ms / round.items;
    latencies.push(latency);
    if (latencies.length > COMPARED) latencies.shift();
    const lowest = Math.min(...latencies);
    if (latency <= FLAT * lowest) limit = Math.min(max, limit + 1);
    else if (latency > STEEP * lowest) limit = Math.max(1, limit - 1);
    round = { answers: 0, ms: 0, items: 0 };
  };
  return {
    observe: ({ items, durationMs, isOverloaded }) => {
      if (isOverloaded) {
        if (performance.now() < cooledAt) return;
        cooledAt = performance.now() + COOL_DOWN_MS;
        limit = Math.max(1, Math.floor(limit / 2));
        round = { answers: 0, ms: 0, items: 0 };
        return;
      }
      round = {
        answers: round.answers + 1,
        ms: round.ms + durationMs,
        items: round.items + items + ITEMS_OF_A_REQUEST,
      };
      if (round.answers >= ROUNDS * limit) endRound();
    },
    limit: () => limit,
  };
};

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
