import type { Rejection } from '../responses/rejection.ts';
import { type Allowance, makeRateLimiter, throttled } from './rate-limit.ts';
import type { Quota, SharedCounter } from './reservations.ts';

/** Failed attempts at the token endpoint from one address (decisions 10). */
const ATTEMPTS: Quota = { name: 'token-attempts', points: 20, windowSeconds: 60 };

/** Counts failed attempts at the token endpoint by address, for all machines together. */
export type TokenAttempts = {
  /** The rejection if the address may not try now, else null. */
  readonly blocked: (address: string) => Promise<Rejection | null>;
  /** Counts a failure; returns what {@link TokenAttempts.blocked} returns afterwards. */
  readonly failed: (address: string) => Promise<Rejection | null>;
};

const ofAllowance = (allowance: Allowance): Rejection | null =>
  allowance.isExceeded ? throttled(ATTEMPTS, allowance) : null;

export const makeTokenAttempts = (counter: SharedCounter): TokenAttempts => {
  const limiter = makeRateLimiter(ATTEMPTS, counter);
  return {
    blocked: async (address) => ofAllowance(await limiter.peek(address)),
    failed: async (address) => ofAllowance(await limiter.take(address)),
  };
};
