import { type RateLimiterAbstract, RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Step } from '../pipeline/context.ts';
import { type Rejection, rejection } from '../responses/rejection.ts';

/** A number of events allowed within a window of time. */
export type Quota = {
  /** Its name in the `RateLimit` headers. */
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
};

/** The rest of a quota. */
export type Allowance = {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** The time until the window ends. */
  readonly resetSeconds: number;
};

type RateLimiter = {
  /** Counts one event. */
  readonly take: (key: string) => Promise<Allowance>;
  /** Counts nothing. */
  readonly peek: (key: string) => Promise<Allowance>;
};

/** A worker counts by itself if the counting process does not answer in this time. */
const COUNTED_WITHIN_MS = 1_000;

/** Counts one event; an exceeded quota is a result, not an exception. */
const consume = (limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> =>
  limiter.consume(key).catch((exceeded: unknown) => {
    if (exceeded instanceof RateLimiterRes) return exceeded;
    throw exceeded;
  });

/** @param isWorker true if the supervising process counts for all workers together. */
export const makeRateLimiter = (
  { name, points, windowSeconds }: Quota,
  { isWorker }: { readonly isWorker: boolean },
): RateLimiter => {
  const options = { keyPrefix: name, points, duration: windowSeconds };
  const alone = new RateLimiterMemory(options);
  const together = isWorker ? new RateLimiterCluster({ ...options, timeoutMs: COUNTED_WITHIN_MS }) : alone;
  const toAllowance = ({ consumedPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean): Allowance => ({
    isExceeded,
    remaining: Math.max(0, points - consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
  return {
    take: async (key) => {
      const counted = await consume(together, key).catch(() => consume(alone, key));
      return toAllowance(counted, counted.consumedPoints > points);
    },
    peek: async (key) => {
      const counted = await together.get(key).catch(() => alone.get(key));
      return counted === null
        ? { isExceeded: false, remaining: points, resetSeconds: windowSeconds }
        : toAllowance(counted, counted.consumedPoints >= points);
    },
  };
};

/** Returns the `RateLimit` headers of the IETF draft. */
const rateLimitHeaders = (
  { name, points, windowSeconds }: Quota,
  { remaining, resetSeconds }: Allowance,
): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': `"${name}";q=${points};w=${windowSeconds}`,
  RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});

/** 429, with the time until the next request is allowed. */
export const throttled = (quota: Quota, allowance: Allowance): Rejection => ({
  ...rejection(429, 'throttled', {
    headers: { 'Retry-After': String(allowance.resetSeconds), ...rateLimitHeaders(quota, allowance) },
  }),
  leavesNoRecord: true,
});

/** Limits the requests of one organisation per minute, for all of its keys and suppliers together. */
export const limitOrganisation = (perMinute: number, process: { readonly isWorker: boolean }): Step => {
  const quota: Quota = { name: 'organisation', points: perMinute, windowSeconds: 60 };
  const limiter = makeRateLimiter(quota, process);
  return async (_request, response, next) => {
    const allowance = await limiter.take(response.locals.caller!.organisationId);
    // Every answer to a known caller has these headers.
    for (const [name, value] of Object.entries(rateLimitHeaders(quota, allowance))) response.setHeader(name, value);
    next(allowance.isExceeded ? throttled(quota, allowance) : undefined);
  };
};
