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

/** What is left of a quota. */
export type RateLimit = {
  /** The headers of the IETF draft. */
  readonly headers: { readonly 'RateLimit-Policy': string; readonly RateLimit: string };
  /** The 429, with the time until the next event is allowed; null if the quota is not exceeded. */
  readonly rejected: Rejection | null;
};

export type RateLimiter = {
  /** Counts one event. */
  readonly take: (key: string) => Promise<RateLimit>;
  /** Counts nothing. */
  readonly peek: (key: string) => Promise<RateLimit>;
};

/** Requests of one organisation per minute, for all of its keys and suppliers together. */
export const organisationQuota = (perMinute: number): Quota => ({
  name: 'organisation',
  points: perMinute,
  windowSeconds: 60,
});

/** Failed attempts at the token endpoint from one address, for all machines together (decisions 10). */
export const TOKEN_ATTEMPTS: Quota = { name: 'token-attempts', points: 20, windowSeconds: 60 };

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

const toRateLimit = (
  { name, points, windowSeconds }: Quota,
  { left, unreserved, endsAt }: Block,
  isExceeded: boolean,
): RateLimit => {
  const seconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000));
  const headers = {
    'RateLimit-Policy': `"${name}";q=${points};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${left + unreserved};t=${seconds}`,
  };
  if (!isExceeded) return { headers, rejected: null };
  const throttled = rejection(429, 'throttled', { headers: { 'Retry-After': String(seconds), ...headers } });
  return { headers, rejected: { ...throttled, leavesNoRecord: true } };
};

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
export const makeRateLimiter = (quota: Quota, { limiter, onFailure }: SharedCounter): RateLimiter => {
  const { name, points, windowSeconds } = quota;
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
          return toRateLimit(quota, block, false);
        }
        if (isCurrent(block) && isUsedUp(block)) return toRateLimit(quota, block, true);
        if (blocks.peek(key) === reserved) blocks.delete(key);
      }
    },
    peek: async (key) => {
      const block = await blocks.get(key);
      const own = block !== undefined && isCurrent(block) ? block : null;
      if (own !== null && isUsedUp(own)) return toRateLimit(quota, own, true);
      const counted =
        (await orAlone((counter) => counter.get(key))) ?? new RateLimiterRes(points, windowSeconds * 1_000, 0);
      const rest = { ...toBlock(counted, 0), left: own?.left ?? 0 };
      return toRateLimit(quota, rest, isUsedUp(rest));
    },
  };
};
