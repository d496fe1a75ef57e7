import { type Allowance, makeRateLimiter, type Quota } from './rate-limit.ts';
import type { Refusal } from './refusal.ts';
import { throttled } from './throttled.ts';

/** Failed attempts at the token endpoint from one address (decisions 10). */
const ATTEMPTS: Quota = { name: 'token-attempts', points: 20, windowSeconds: 60 };

/** Counts failed attempts at the token endpoint by address. */
export type TokenAttempts = {
  /** Why the address may not try now; null where it may. */
  readonly blocked: (address: string) => Promise<Refusal | null>;
  /** Counts a failure; answers as {@link TokenAttempts.blocked} would, had the address to ask once more. */
  readonly failed: (address: string) => Promise<Refusal | null>;
};

const ofAllowance = (allowance: Allowance): Refusal | null =>
  allowance.isExceeded ? throttled(ATTEMPTS, allowance) : null;

export const makeTokenAttempts = (process: { readonly isWorker: boolean }): TokenAttempts => {
  const limiter = makeRateLimiter(ATTEMPTS, process);
  return {
    blocked: async (address) => ofAllowance(await limiter.look(address)),
    failed: async (address) => ofAllowance(await limiter.take(address)),
  };
};
