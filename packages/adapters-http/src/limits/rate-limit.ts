import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type Rejection, rejection } from '../errors/rejection.ts';

/** A number of events allowed within a window of time. */
type Quota = {
  /** Its name in the `RateLimit` headers. */
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
};

/** The counter that all processes of all machines share, and what is told of its failures. */
export type SharedCounter = {
  readonly limiter: (options: IRateLimiterOptions) => RateLimiterAbstract;
  readonly onFailure: (error: unknown) => void;
};

/** The rest of a quota. */
type Allowance = {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** The time until the window ends. */
  readonly resetSeconds: number;
};

export type RateLimiter = {
  /** Counts one event. */
  readonly take: (key: string) => Promise<Allowance>;
  /** Counts nothing. */
  readonly peek: (key: string) => Promise<Allowance>;
};

/** Events of a key that one process may count by itself. */
type Block = {
  left: number;
  /** Events of the window that no process has reserved. */
  readonly unreserved: number;
  /** The end of the window, by `performance.now()`. */
  readonly endsAt: number;
};

/** A process reserves a hundredth of a quota at a time, so that ten idle processes keep less than a tenth of it from others. */
const BLOCKS = 100;
/** A process counts alone if the shared counter does not answer in this time. */
const COUNTED_WITHIN_MS = 1_000;
const MAX_KEYS = 10_000;

const isCurrent = ({ endsAt }: Block): boolean => performance.now() < endsAt;
const isUsedUp = ({ left, unreserved }: Block): boolean => left === 0 && unreserved === 0;

const toAllowance = ({ left, unreserved, endsAt }: Block, isExceeded: boolean): Allowance => ({
  isExceeded,
  remaining: left + unreserved,
  resetSeconds: Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000)),
});

/** Consumes points; an exceeded quota is a result, not an exception. */
const consume = (limiter: RateLimiterAbstract, key: string, points: number): Promise<RateLimiterRes> =>
  limiter.consume(key, points).catch((exceeded: unknown) => {
    if (exceeded instanceof RateLimiterRes) return exceeded;
    throw exceeded;
  });

const inTime = <A>(counted: Promise<A>): Promise<A> =>
  Promise.race([
    counted,
    delay(COUNTED_WITHIN_MS, undefined, { ref: false }).then((): never => {
      throw new Error(`The shared counter did not answer within ${COUNTED_WITHIN_MS} ms.`);
    }),
  ]);

/**
 * Counts events for all processes together, never more than the quota: each reserves blocks of events from the shared counter
 * and counts within its block by itself (ADR 17).
 *
 * While the counter fails, each process counts alone: a limit must neither become an outage nor end. The library's
 * `insuranceLimiter` would do that too, but would not report the failure, which the operator has to know.
 */
export const makeRateLimiter = (
  { name, points, windowSeconds }: Quota,
  { limiter, onFailure }: SharedCounter,
): RateLimiter => {
  const options = { keyPrefix: name, points, duration: windowSeconds };
  const [together, alone] = [limiter(options), new RateLimiterMemory(options)];
  const blockSize = Math.max(1, Math.floor(points / BLOCKS));
  /** Requests that need a new block at the same time wait for the same one. */
  const blocks = new LRUCache<string, Promise<Block>>({ max: MAX_KEYS, ttl: windowSeconds * 1_000 });

  const orAlone = <A>(count: (counter: RateLimiterAbstract) => Promise<A>): Promise<A> =>
    inTime(count(together)).catch((error: unknown) => {
      onFailure(error);
      return count(alone);
    });
  const toBlock = (counted: RateLimiterRes, reserved: number): Block => ({
    left: Math.max(0, reserved - Math.max(0, counted.consumedPoints - points)),
    unreserved: Math.max(0, points - counted.consumedPoints),
    endsAt: performance.now() + counted.msBeforeNext,
  });
  const reserve = (key: string): Promise<Block> => {
    const reserved = orAlone((counter) => consume(counter, key, blockSize)).then((counted) =>
      toBlock(counted, blockSize),
    );
    blocks.set(key, reserved);
    return reserved;
  };

  return {
    take: async (key) => {
      for (;;) {
        const reserved = blocks.get(key) ?? reserve(key);
        const block = await reserved;
        if (isCurrent(block) && block.left > 0) {
          block.left -= 1;
          return toAllowance(block, false);
        }
        if (isCurrent(block) && isUsedUp(block)) return toAllowance(block, true);
        if (blocks.peek(key) === reserved) blocks.delete(key);
      }
    },
    peek: async (key) => {
      const block = await blocks.get(key);
      const left = block !== undefined && isCurrent(block) ? block : null;
      if (left !== null && isUsedUp(left)) return toAllowance(left, true);
      const counted =
        (await orAlone((counter) => counter.get(key))) ?? new RateLimiterRes(points, windowSeconds * 1_000, 0);
      const rest = { ...toBlock(counted, 0), left: left?.left ?? 0 };
      return toAllowance(rest, isUsedUp(rest));
    },
  };
};

/** The `RateLimit` headers of the IETF draft. */
type RateLimitHeaders = { readonly 'RateLimit-Policy': string; readonly RateLimit: string };

const headersOf = ({ name, points, windowSeconds }: Quota, allowance: Allowance): RateLimitHeaders => ({
  'RateLimit-Policy': `"${name}";q=${points};w=${windowSeconds}`,
  RateLimit: `"${name}";r=${allowance.remaining};t=${allowance.resetSeconds}`,
});

/** Returns the 429, with the time until the next request is allowed; null if the quota is not exceeded. */
const throttled = (quota: Quota, allowance: Allowance): Rejection | null =>
  allowance.isExceeded
    ? {
        ...rejection(429, 'throttled', {
          headers: { 'Retry-After': String(allowance.resetSeconds), ...headersOf(quota, allowance) },
        }),
        leavesNoRecord: true,
      }
    : null;

/** Counts a request of an organisation. Every answer to a known caller has the headers. */
export type LimitOrganisation = (
  organisationId: string,
) => Promise<{ readonly headers: RateLimitHeaders; readonly rejected: Rejection | null }>;

/** Limits the requests of one organisation per minute, for all of its keys and suppliers together. */
export const limitOrganisation = (perMinute: number, counter: SharedCounter): LimitOrganisation => {
  const quota: Quota = { name: 'organisation', points: perMinute, windowSeconds: 60 };
  const limiter = makeRateLimiter(quota, counter);
  return async (organisationId) => {
    const allowance = await limiter.take(organisationId);
    return { headers: headersOf(quota, allowance), rejected: throttled(quota, allowance) };
  };
};

/** Failed attempts at the token endpoint from one address (decisions 10). */
const ATTEMPTS: Quota = { name: 'token-attempts', points: 20, windowSeconds: 60 };

/** Counts failed attempts at the token endpoint by address, for all machines together. */
export type TokenAttempts = {
  /** The rejection if the address may not try now, else null. */
  readonly blocked: (address: string) => Promise<Rejection | null>;
  /** Counts a failure; returns what {@link TokenAttempts.blocked} returns afterwards. */
  readonly failed: (address: string) => Promise<Rejection | null>;
};

export const makeTokenAttempts = (counter: SharedCounter): TokenAttempts => {
  const limiter = makeRateLimiter(ATTEMPTS, counter);
  return {
    blocked: async (address) => throttled(ATTEMPTS, await limiter.peek(address)),
    failed: async (address) => throttled(ATTEMPTS, await limiter.take(address)),
  };
};
