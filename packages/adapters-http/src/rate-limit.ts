import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Refusal, refusal } from './refusal.ts';

/** How often something may happen within a window of time. */
export type Quota = {
  /** As it is called in the `RateLimit` headers. */
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
};

/** What is left of a quota. */
export type Allowance = {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Until the window ends and all of it may be used again. */
  readonly resetSeconds: number;
};

export type RateLimiter = {
  /** Counts one. */
  readonly take: (key: string) => Promise<Allowance>;
  /** Counts nothing. */
  readonly look: (key: string) => Promise<Allowance>;
};

/** A worker that does not hear from the process that counts goes on without. */
const COUNTED_WITHIN_MS = 1_000;

/** @param isWorker counted together with the other workers, by the process that supervises them. */
export const makeRateLimiter = (
  { name, points, windowSeconds }: Quota,
  { isWorker }: { readonly isWorker: boolean },
): RateLimiter => {
  const options = { keyPrefix: name, points, duration: windowSeconds };
  const limiter = isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: COUNTED_WITHIN_MS })
    : new RateLimiterMemory(options);
  const untouched: Allowance = { isExceeded: false, remaining: points, resetSeconds: windowSeconds };
  const toAllowance = ({ consumedPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean): Allowance => ({
    isExceeded,
    remaining: Math.max(0, points - consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
  return {
    take: (key) =>
      limiter.consume(key).then(
        (counted) => toAllowance(counted, false),
        (exceeded: unknown) => (exceeded instanceof RateLimiterRes ? toAllowance(exceeded, true) : untouched),
      ),
    look: (key) =>
      limiter.get(key).then(
        (counted) => (counted === null ? untouched : toAllowance(counted, counted.consumedPoints >= points)),
        () => untouched,
      ),
  };
};

/** How much of a quota is left, as the IETF's draft on RateLimit header fields says it. */
export const rateLimitHeaders = (
  { name, points, windowSeconds }: Quota,
  { remaining, resetSeconds }: Allowance,
): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': `"${name}";q=${points};w=${windowSeconds}`,
  RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});

/** 429, and when to come again. */
export const throttled = (quota: Quota, allowance: Allowance): Refusal =>
  refusal(429, 'throttled', {
    headers: { 'Retry-After': String(allowance.resetSeconds), ...rateLimitHeaders(quota, allowance) },
  });
