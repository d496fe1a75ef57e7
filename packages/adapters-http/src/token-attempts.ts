import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

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

export const makeTokenAttempts = (): TokenAttempts => {
  const limiter = new RateLimiterMemory({ points: ATTEMPTS, duration: WINDOW_SECONDS });
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
