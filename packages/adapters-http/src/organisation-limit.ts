import { makeRateLimiter, type Quota } from './rate-limit.ts';
import type { Refusal } from './refusal.ts';
import { rateLimitHeaders, throttled } from './throttled.ts';

/** Counts one request of an organisation, and says how many more it may send. */
export type OrganisationLimit = (organisationId: string) => Promise<{
  /** Null while there are requests left. */
  readonly refusal: Refusal | null;
  /** For every answer. */
  readonly headers: Readonly<Record<string, string>>;
}>;

/** Requests of one organisation within a minute, whichever of its keys and suppliers they are for. */
export const makeOrganisationLimit = (
  perMinute: number,
  process: { readonly isWorker: boolean },
): OrganisationLimit => {
  const quota: Quota = { name: 'organisation', points: perMinute, windowSeconds: 60 };
  const limiter = makeRateLimiter(quota, process);
  return async (organisationId) => {
    const allowance = await limiter.take(organisationId);
    return {
      refusal: allowance.isExceeded ? throttled(quota, allowance) : null,
      headers: rateLimitHeaders(quota, allowance),
    };
  };
};
