import type { JsonSchema } from '../codecs/codec.ts';

export const object = (properties: JsonSchema, optional: ReadonlyArray<string> = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
export const titled = (title: string, schema: JsonSchema): JsonSchema => ({ title, ...schema });
export const text = (description: string): JsonSchema => ({ type: 'string', description });
/** Adds what a field of a response body means, and an example of it. */
export const field = (schema: JsonSchema, description: string, example: unknown): JsonSchema => ({
  ...schema,
  description,
  examples: [example],
});
export const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'] });
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const sum: JsonSchema = {
  type: 'string',
  format: 'decimal',
  pattern: '^-?[0-9]+\\.[0-9]{2}$',
  description: 'A decimal with two places.',
  examples: ['71.00'],
};
export const date: JsonSchema = { type: 'string', format: 'date' };
export const dateTime: JsonSchema = { type: 'string', format: 'date-time', pattern: 'Z$', description: 'A UTC time.' };

export const json = (schema: JsonSchema, examples?: unknown) => ({
  'application/json': examples === undefined ? { schema } : { schema, examples },
});

/** The headers of responses, each with the name of its component. */
const HEADERS = {
  'X-Request-Id': {
    component: 'RequestId',
    description: 'The id of the request and of its import record.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Import-Id': {
    component: 'ImportId',
    description: 'The id of the import record of the accepted request.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Payload-SHA256': {
    component: 'PayloadSha256',
    description:
      'SHA-256 of the body after decompression, as received, in lower-case hexadecimal. Keep it with `X-Import-Id`: together they prove what was accepted.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$', description: '64 hexadecimal digits.' },
  },
  RateLimit: {
    component: 'RateLimit',
    description:
      'The number of remaining requests (`r`), and the seconds until the quota is reset (`t`). Missing if the request ended before authentication, or unexpectedly. At the token endpoint: failed attempts of an address, `"token-attempts"`.',
    schema: { type: 'string' },
    example: '"organisation";r=599999;t=60',
  },
  'RateLimit-Policy': {
    component: 'RateLimitPolicy',
    description:
      'The number of requests (`q`) that an organisation may send per window of seconds (`w`), or of failed attempts of an address at the token endpoint. Sent together with `RateLimit`.',
    schema: { type: 'string' },
    example: '"organisation";q=600000;w=60',
  },
  'Retry-After': {
    component: 'RetryAfter',
    description: 'Whole seconds to wait.',
    schema: { type: 'string', pattern: '^[0-9]+$', description: 'Digits.' },
  },
  Allow: {
    component: 'Allow',
    description: 'The methods that the path supports.',
    schema: { type: 'string' },
    example: 'POST',
  },
  'WWW-Authenticate': {
    component: 'WwwAuthenticate',
    description: 'The expected scheme.',
    schema: { type: 'string', enum: ['Token', 'Bearer'] },
  },
  Link: {
    component: 'Link',
    description: 'The explanation of each error code: `</docs/errors#code>; rel="help"`.',
    schema: { type: 'string' },
  },
} as const;

/** Returns the headers of a response. */
export const headers = (...names: (keyof typeof HEADERS)[]): Readonly<Record<string, { readonly $ref: string }>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${HEADERS[name].component}` }]));

export const HEADER_COMPONENTS: Readonly<Record<string, { readonly description: string }>> = Object.fromEntries(
  Object.values(HEADERS).map(({ component, ...header }) => [component, header]),
);
