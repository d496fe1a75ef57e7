import { type RateLimiterAbstract, RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

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

/** A worker that does not hear from the process that counts goes on counting alone. */
const COUNTED_WITHIN_MS = 1_000;

/** Counts one; one too many is an answer like any other. */
const consume = (limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> =>
  limiter.consume(key).catch((exceeded: unknown) => {
    if (exceeded instanceof RateLimiterRes) return exceeded;
    throw exceeded;
  });

/** @param isWorker counted together with the other workers, by the process that supervises them. */
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
    look: async (key) => {
      const counted = await together.get(key).catch(() => alone.get(key));
      return counted === null
        ? { isExceeded: false, remaining: points, resetSeconds: windowSeconds }
        : toAllowance(counted, counted.consumedPoints >= points);
    },
  };
};
