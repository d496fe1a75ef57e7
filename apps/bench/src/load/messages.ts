import type { Plan } from './places.ts';

/** The address and the protocol of requests. */
export type Target =
  | { readonly transport: 'http'; readonly port: number }
  | { readonly transport: 'copy'; readonly url: string };

/** Everything the load generator has to know to load one contender. */
export type Assignment = {
  readonly contender: string;
  readonly target: Target;
  readonly plan: Plan;
  /** One template for each variant; a request takes them in turn. */
  readonly requests: ReadonlyArray<Uint8Array>;
};

/**
 * `assign`: register a contender. `open`: connect, and send one request on each connection to fill pools and caches.
 * `measure`: send for so long, or what the last measurement sent once more, and disconnect.
 */
export type Order =
  | { readonly kind: 'assign'; readonly assignment: Assignment }
  | { readonly kind: 'open'; readonly contender: string; readonly leadIn: boolean }
  | { readonly kind: 'measure'; readonly contender: string; readonly ms: number; readonly again: boolean };

/** The result of an order. Requests are counted once they are answered. */
export type Measured = {
  readonly accepted: number;
  readonly failed: number;
  /** The response to the first failed request. */
  readonly problem: string | null;
  readonly elapsedMs: number;
  /** Of each accepted request. */
  readonly latenciesMs: Float64Array;
  /** Processor time the load generator itself took. */
  readonly cpuMs: number;
};
export type Reply = { readonly measured: Measured | null } | { readonly error: string };
