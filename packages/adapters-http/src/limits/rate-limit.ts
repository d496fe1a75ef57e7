import { LRUCache } from 'lru-cache';
import type { Step } from '../pipeline/context.ts';
import { type Rejection, rejection } from '../responses/rejection.ts';
import { type Block, makeReservations, type Quota, type SharedCounter } from './reservations.ts';

/** The rest of a quota. */
export type Allowance = {
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

const MAX_KEYS = 10_000;

const isCurrent = ({ endsAt }: Block): boolean => performance.now() < endsAt;
const isUsedUp = ({ left, unreserved }: Block): boolean => left === 0 && unreserved === 0;

const toAllowance = ({ left, unreserved, endsAt }: Block, isExceeded: boolean): Allowance => ({
  isExceeded,
  remaining: left + unreserved,
  resetSeconds: Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000)),
});

/** Counts events for all processes together: within a reserved block by itself, and never more than the quota (ADR 29). */
export const makeRateLimiter = (quota: Quota, counter: SharedCounter): RateLimiter => {
  const { reserve, read } = makeReservations(quota, counter);
  /** Requests that need a new block at the same time wait for the same one. */
  const blocks = new LRUCache<string, Promise<Block>>({ max: MAX_KEYS, ttl: quota.windowSeconds * 1_000 });
  const reserveOnce = (key: string): Promise<Block> => {
    const reserved = reserve(key);
    blocks.set(key, reserved);
    return reserved;
  };

  return {
    take: async (key) => {
      for (;;) {
        const reserved = blocks.get(key) ?? reserveOnce(key);
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
      const rest = { ...(await read(key)), left: left?.left ?? 0 };
      return toAllowance(rest, isUsedUp(rest));
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
export const limitOrganisation = (perMinute: number, counter: SharedCounter): Step => {
  const quota: Quota = { name: 'organisation', points: perMinute, windowSeconds: 60 };
  const limiter = makeRateLimiter(quota, counter);
  return async (_request, response, next) => {
    const allowance = await limiter.take(response.locals.caller!.organisationId);
    // Every answer to a known caller has these headers.
    for (const [name, value] of Object.entries(rateLimitHeaders(quota, allowance))) response.setHeader(name, value);
    next(allowance.isExceeded ? throttled(quota, allowance) : undefined);
  };
};
