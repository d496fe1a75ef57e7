import type { Step } from '../pipeline/context.ts';
import { makeRateLimiter, type Quota, rateLimitHeaders, throttled } from './rate-limit.ts';

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
