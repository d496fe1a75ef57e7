import type { SharedCounter } from '@carryover/adapters-http/limits/rate-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** A counter that the limiters of this process share, in memory. */
export const aCounter = (): SharedCounter => {
  const limiters = new Map<string, RateLimiterMemory>();
  return {
    limiter: (options) => {
      const name = options.keyPrefix ?? '';
      const limiter = limiters.get(name) ?? new RateLimiterMemory(options);
      limiters.set(name, limiter);
      return limiter;
    },
    onFailure: (error) => {
      throw error;
    },
  };
};
