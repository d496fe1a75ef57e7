import type { JsonSchema } from '../json-schema.ts';
import { json, LINK, RATE_LIMIT, REQUEST_ID, RETRY_AFTER } from './headers.ts';

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
  minItems: 1,
  items: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      extensions: {
        type: 'object',
        properties: { code: { $ref: '#/components/schemas/ErrorCode' } },
        required: ['code'],
      },
      locations: { type: 'array' },
      path: { type: 'array' },
    },
    required: ['message', 'extensions'],
    additionalProperties: false,
  },
};

const RESULT: JsonSchema = {
  type: 'object',
  properties: {
    data: { type: ['object', 'null'], description: '`{obtainToken: {token, expiresAt}}`; `expiresAt` is a UTC time.' },
    errors: ERRORS,
  },
  anyOf: [
    { title: 'Answered', type: 'object', required: ['data'] },
    { title: 'Refused', type: 'object', required: ['errors'] },
  ],
  additionalProperties: false,
};

const REFUSED: JsonSchema = {
  type: 'object',
  properties: { data: { type: 'null' }, errors: ERRORS },
  required: ['errors'],
  additionalProperties: false,
};

/** Where there are errors, `Link` leads to what to do about them. */
const answer = (description: string, schema: JsonSchema, headers: JsonSchema = {}): JsonSchema => ({
  description,
  headers: { ...REQUEST_ID, ...headers, ...LINK },
  content: json(schema),
});

/** `POST /v1/graphql/` (§5, decisions 10). */
export const graphqlPath: JsonSchema = {
  post: {
    tags: ['Token'],
    operationId: 'obtainToken',
    summary: 'Obtain an access token',
    description:
      'GraphQL. `obtainToken` exchanges an API key for a token, good for an hour and dead within five seconds of its key being revoked. A wrong key is a GraphQL error with `extensions.code` `authentication_failed`; after twenty of them within a minute from one address the answer is 429. No error repeats anything of the request, since it may be the key; `locations` tells where in the document the error is.',
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: REQUEST,
          examples: {
            obtainToken: {
              summary: 'Obtain a token',
              value: { query: MUTATION, variables: { input: { apiKey: '<API_KEY>' } } },
            },
          },
        },
      },
    },
    responses: {
      200: answer('The token, or why there is none.', RESULT),
      400: answer('Not a GraphQL request.', REFUSED),
      413: answer('The body is too large.', REFUSED),
      415: answer('The body is not JSON.', REFUSED),
      429: answer('Too many attempts.', REFUSED, { ...RATE_LIMIT, ...RETRY_AFTER }),
      500: answer('Unexpected error. Send the request again as it is.', REFUSED),
      503: answer('Can not be done now. Send the request again as it is.', REFUSED, RETRY_AFTER),
    },
  },
};
