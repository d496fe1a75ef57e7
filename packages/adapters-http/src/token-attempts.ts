import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const ATTEMPTS = 20;
const WINDOW_SECONDS = 60;

/** Counts failed attempts at the token endpoint by address: 20 a minute (decisions 10). */
export type TokenAttempts = {
  /** Seconds until the address may try again; null where it may now. */
  readonly blockedFor: (address: string) => Promise<number | null>;
  /** Counts a failure; answers as {@link blockedFor} would, had the address to ask once more. */
  readonly failed: (address: string) => Promise<number | null>;
};

const toSeconds = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** @param isWorker counted together with the other workers, by the process that supervises them. */
export const makeTokenAttempts = ({ isWorker }: { readonly isWorker: boolean }): TokenAttempts => {
  const options = { points: ATTEMPTS, duration: WINDOW_SECONDS };
  const limiter = isWorker
    ? new RateLimiterCluster({ ...options, keyPrefix: 'token-attempts', timeoutMs: 1_000 })
    : new RateLimiterMemory(options);
  return {
    blockedFor: async (address) => {
      const state = await limiter.get(address);
      return state !== null && state.consumedPoints >= ATTEMPTS ? toSeconds(state) : null;
    },
    failed: async (address) => {
      try {
        await limiter.consume(address);
        return null;
      } catch (exceeded) {
        if (exceeded instanceof RateLimiterRes) return toSeconds(exceeded);
        throw exceeded;
      }
    },
  };
};
