import type { JsonSchema } from '../codecs/codec.ts';
import { errorBody, METHOD_NOT_ALLOWED, methodNotAllowed } from './errors.ts';
import type { Operation, PathItem } from './named-responses.ts';
import { field, headers, json, object } from './parts.ts';

const MUTATION = 'mutation ObtainToken($input: ObtainTokenInput!) { obtainToken(input: $input) { token expiresAt } }';

const REQUEST: JsonSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'The operation, as GraphQL.', examples: [MUTATION] },
    variables: { type: ['object', 'null'] },
    operationName: { type: ['string', 'null'] },
    extensions: { type: ['object', 'null'] },
  },
  required: ['query'],
};

const ERRORS: JsonSchema = {
  type: 'array',
  description: 'What is wrong; `extensions.code` is an error code.',
  examples: [[{ message: 'The API key is not valid.', extensions: { code: 'authentication_failed' } }]],
  minItems: 1,
  items: object(
    {
      message: { type: 'string' },
      extensions: {
        type: 'object',
        properties: { code: { $ref: '#/components/schemas/ErrorCode' } },
        required: ['code'],
      },
      locations: { type: 'array' },
      path: { type: 'array' },
    },
    ['locations', 'path'],
  ),
};

const RESULT: JsonSchema = {
  type: 'object',
  properties: {
    data: {
      type: ['object', 'null'],
      description: '`{obtainToken: {token, expiresAt}}`; `expiresAt` is a UTC time.',
      examples: [{ obtainToken: { token: '<ACCESS_TOKEN>', expiresAt: '2026-01-05T03:11:09Z' } }],
    },
    errors: ERRORS,
  },
  anyOf: [
    { title: 'Answered', type: 'object', required: ['data'] },
    { title: 'Refused', type: 'object', required: ['errors'] },
  ],
  additionalProperties: false,
};

const REFUSED: JsonSchema = object({ data: field({ type: 'null' }, 'null, or absent.', null), errors: ERRORS }, [
  'data',
]);

/** Describes a response; with errors, `Link` points to the catalogue. */
const answer = (description: string, schema: JsonSchema, ...more: Parameters<typeof headers>) => ({
  description,
  headers: headers('X-Request-Id', ...more, 'Link'),
  content: json(schema),
});

/** `POST /v1/graphql/` (§5, decisions 10). */
export const graphqlPath: PathItem = {
  post: {
    tags: ['Token'],
    operationId: 'obtainToken',
    summary: 'Obtain an access token',
    description:
      'GraphQL. `obtainToken` exchanges an API key for a token, which is valid for one hour, and for at most five seconds after its key is revoked. A wrong key gives a GraphQL error with `extensions.code` `authentication_failed`; after twenty wrong keys within a minute from one address, the response is 429. Errors do not quote the request, since it may contain the key; `locations` gives the position of the error in the document.',
    security: [],
    requestBody: {
      required: true,
      content: json(REQUEST, {
        obtainToken: {
          summary: 'Obtain a token',
          value: { query: MUTATION, variables: { input: { apiKey: '<API_KEY>' } } },
        },
      }),
    },
    responses: {
      200: answer('The token, or the error.', RESULT),
      400: answer('The request is not a GraphQL request.', REFUSED),
      ...methodNotAllowed(REFUSED),
      413: answer('The body is too large.', REFUSED),
      415: answer('The body is not JSON.', REFUSED),
      429: answer('Too many attempts.', REFUSED, 'RateLimit', 'RateLimit-Policy', 'Retry-After'),
      500: answer('Unexpected error. Send the same request again.', REFUSED),
      503: answer('Temporarily unavailable. Send the same request again.', REFUSED, 'Retry-After'),
    },
  },
};

const health = (summary: string, status: string, others: Operation['responses']): PathItem => ({
  get: {
    tags: ['Health'],
    operationId: status,
    summary,
    security: [],
    responses: {
      200: {
        description: 'Yes.',
        headers: headers('X-Request-Id'),
        content: json(object({ status: field({ const: status }, 'Always this value.', status) })),
      },
      ...METHOD_NOT_ALLOWED,
      ...others,
    },
  },
});
const metrics: PathItem = {
  get: {
    tags: ['Health'],
    operationId: 'metrics',
    summary: 'Metrics of all processes of the service',
    security: [],
    responses: {
      200: {
        description: "Prometheus' text format.",
        headers: headers('X-Request-Id'),
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
      ...METHOD_NOT_ALLOWED,
    },
  },
};
const NOT_READY = {
  503: {
    description: 'Not yet.',
    headers: headers('X-Request-Id', 'Retry-After', 'Link'),
    content: json(errorBody(['service_unavailable'])),
  },
};

/** The health checks and metrics, for the operator. */
export const healthPaths: ReadonlyArray<[string, PathItem]> = [
  ['/livez', health('Is the process running?', 'live', {})],
  ['/readyz', health('Does the database answer, and is its schema current?', 'ready', NOT_READY)],
  ['/metrics', metrics],
];
