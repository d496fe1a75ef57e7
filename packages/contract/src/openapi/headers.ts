import type { JsonSchema } from '../json-schema.ts';

export const json = (schema: JsonSchema, examples?: unknown): JsonSchema => ({
  'application/json': examples === undefined ? { schema } : { schema, examples },
});

export const header = (name: string): JsonSchema => ({ $ref: `#/components/headers/${name}` });
export const REQUEST_ID = { 'X-Request-Id': header('RequestId') };
export const RATE_LIMIT = { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimitPolicy') };
export const RETRY_AFTER = { 'Retry-After': header('RetryAfter') };
export const LINK = { Link: header('Link') };

export const HEADER_COMPONENTS: JsonSchema = {
  RequestId: {
    description: "The request's id, and that of its import record.",
    schema: { type: 'string', format: 'uuid' },
  },
  RateLimit: {
    description:
      'How many requests are left (`r`), and the seconds until all of them are again (`t`). Missing where a request ended before it was known whose it is, or unexpectedly. At the token endpoint: failed attempts of an address, `"token-attempts"`.',
    schema: { type: 'string' },
    example: '"organisation";r=599999;t=60',
  },
  RateLimitPolicy: {
    description:
      'How many requests (`q`) an organisation may send within so many seconds (`w`), or how often an address may fail at the token endpoint. Stands beside `RateLimit`.',
    schema: { type: 'string' },
    example: '"organisation";q=600000;w=60',
  },
  RetryAfter: {
    description: 'Whole seconds to wait.',
    schema: { type: 'string', pattern: '^[0-9]+$', description: 'Digits.' },
  },
  WwwAuthenticate: { description: 'The scheme that is expected.', schema: { type: 'string', const: 'Token' } },
  Link: {
    description: 'Where each code of the answer is explained: `</docs/errors#code>; rel="help"`.',
    schema: { type: 'string' },
  },
};
