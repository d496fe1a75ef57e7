import type { Allowance, Quota } from './rate-limit.ts';
import { type Refusal, refusal } from './refusal.ts';

/** How much of a quota is left, as the IETF's draft on RateLimit header fields says it. */
export const rateLimitHeaders = (
  { name, points, windowSeconds }: Quota,
  { remaining, resetSeconds }: Allowance,
): Readonly<Record<string, string>> => ({
  'RateLimit-Policy': `"${name}";q=${points};w=${windowSeconds}`,
  RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});

/** 429, and when to come again. */
export const throttled = (quota: Quota, allowance: Allowance): Refusal =>
  refusal(429, 'throttled', {
    headers: { 'Retry-After': String(allowance.resetSeconds), ...rateLimitHeaders(quota, allowance) },
  });
