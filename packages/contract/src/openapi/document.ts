import type { JsonSchema } from '../codecs/codec.ts';
import { type Answerer, type CatalogueEntry, codesOf, ERROR_CODES, type ErrorCode } from '../error-codes.ts';
import { DOCUMENTED_READS, type Documented, type DocumentedEndpoint, documentedImports } from './endpoints.ts';
import { dryRunReport, errorBody, METHOD_NOT_ALLOWED, transactionImportError } from './errors.ts';
import { nameResponses, type Operation, type PathItem, type Paths } from './named-responses.ts';
import { HEADER_COMPONENTS, headers, json } from './parts.ts';
import { type Components, schemaOf } from './schema-of.ts';
import { graphqlPath, healthPaths } from './token-and-health.ts';

/** An OpenAPI 3.1 document, ready to be written as JSON. */
export type OpenApiDocument = { readonly openapi: string; readonly [field: string]: unknown };

type Status = CatalogueEntry['status'];
const MEANINGS: { readonly [S in Exclude<Status, 405>]: string } = {
  400: 'Rejected. Nothing was stored. Do not send the same request again.',
  401: 'The token is missing or not valid.',
  404: 'The account was not found: it is only staged, or the supplier or account is unknown.',
  413: 'The body is too large.',
  415: 'The body is not JSON, or has a content encoding other than gzip or br.',
  429: 'Too many requests in this minute. Nothing was stored. Send the same request again later.',
  500: 'Unexpected error. Send the same request again.',
  503: 'Temporarily unavailable. Nothing was stored. Send the same request again.',
};
/** Returns true for an endpoint that calls a payment vendor: its failure is a 500 with `Retry-After`. */
const asksVendor = (name: Answerer): boolean => name.startsWith('payment-instruction');

/** Returns the headers of an error response; the rate limit is known only after authentication. */
const headersOf = (name: Answerer, status: Exclude<Status, 405>): JsonSchema => ({
  ...headers('X-Request-Id'),
  ...(status === 401 ? headers('WWW-Authenticate') : headers('RateLimit', 'RateLimit-Policy')),
  ...(status === 429 || status === 503 || (status === 500 && asksVendor(name)) ? headers('Retry-After') : {}),
  ...headers('Link'),
});

/** Returns the error responses of an endpoint by status. */
const errorAnswers = (name: Answerer, bodyOf400: JsonSchema): Operation['responses'] => ({
  ...Object.fromEntries(
    ([400, 401, 404, 413, 415, 429, 500, 503] as const).flatMap((status) => {
      const codes = codesOf(name, status);
      if (codes.length === 0) return [];
      const schema = status === 400 ? bodyOf400 : errorBody(codes);
      return [
        [String(status), { description: MEANINGS[status], headers: headersOf(name, status), content: json(schema) }],
      ];
    }),
  ),
  ...METHOD_NOT_ALLOWED,
});

const camelCase = (name: string): string => name.replaceAll(/[-/](.)/g, (_, letter: string) => letter.toUpperCase());

const parametersOf = ({ parameters }: DocumentedEndpoint): ReadonlyArray<JsonSchema> =>
  Object.entries(parameters).map(([name, parameter]) => ({
    name,
    in: 'query',
    description: `${parameter.description} The value is not case-sensitive; \`1\` and \`0\` are also accepted.`,
    schema: { type: 'boolean', default: parameter.default },
  }));

type OperationText = {
  readonly tag: string;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly status: 200 | 201;
  readonly answered: string;
  readonly answer: JsonSchema | null;
  readonly errorBody: JsonSchema;
};

const operation = (
  components: Components,
  endpoint: DocumentedEndpoint,
  { maxBodyBytes }: Documented,
  is: OperationText,
): PathItem => ({
  post: {
    tags: [is.tag],
    operationId: is.id,
    summary: is.title,
    description: is.description,
    parameters: parametersOf(endpoint),
    requestBody: {
      required: true,
      description: `At most ${maxBodyBytes.toLocaleString('en')} bytes after decompression (gzip and br are accepted).`,
      content: json(schemaOf(components, endpoint.body), endpoint.examples),
    },
    responses: {
      [is.status]: {
        description: is.answered,
        headers: {
          ...headers('X-Request-Id'),
          // The receipt of an accepted import (decisions 16).
          ...(is.status === 201 ? headers('X-Import-Id', 'X-Payload-SHA256') : {}),
          ...headers('RateLimit', 'RateLimit-Policy'),
        },
        ...(is.answer === null ? {} : { content: json(is.answer) }),
      },
      ...errorAnswers(endpoint.name, is.errorBody),
    },
  },
});

const pathOf = (name: string): string => `/v1/data-import/${name}/`;

const importPaths = (components: Components, of: Documented): ReadonlyArray<[string, PathItem]> =>
  documentedImports(of).flatMap((endpoint): [string, PathItem][] => {
    const { name, title, answer } = endpoint;
    const codes = codesOf(name, 400);
    const create = operation(components, endpoint, of, {
      ...endpoint,
      tag: 'Import',
      id: camelCase(`${name}/create`),
      status: 201,
      errorBody: name === 'transactions' ? transactionImportError(codes) : errorBody(codes),
    });
    const validate = operation(components, endpoint, of, {
      tag: 'Dry run',
      id: camelCase(`${name}/validate`),
      title: `${title}: dry run`,
      description: `Reports what \`${name}/create/\` would do with the same request, with all errors. Stores nothing but an import record.`,
      status: 200,
      answered: 'The report.',
      answer: dryRunReport(answer, codes),
      errorBody: errorBody(codes),
    });
    return [
      [pathOf(`${name}/create`), create],
      [pathOf(`${name}/validate`), validate],
    ];
  });

const readPaths = (components: Components, of: Documented): ReadonlyArray<[string, PathItem]> =>
  DOCUMENTED_READS.map((endpoint) => [
    pathOf(endpoint.name),
    operation(components, endpoint, of, {
      ...endpoint,
      tag: 'Read back',
      id: camelCase(endpoint.name),
      status: 200,
      errorBody: errorBody(codesOf(endpoint.name, 400)),
    }),
  ]);

/** The error of an unknown path or method. */
const anyError = errorBody(Object.keys(ERROR_CODES) as ReadonlyArray<ErrorCode>);

/** Returns the interface as OpenAPI 3.1, generated from its codecs and error codes. */
export const makeOpenApi = (of: Documented): OpenApiDocument => {
  const components: Components = new Map();
  const described: Paths = Object.fromEntries([
    ['/v1/graphql/', graphqlPath],
    ...importPaths(components, of),
    ...readPaths(components, of),
    ...healthPaths,
  ]);
  const paths = nameResponses(described, components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Carryover',
      version: 'v1',
      summary: 'Imports the history of customer accounts that moved onto a billing platform.',
      description:
        'Every import is all or nothing: without a 201, nothing is stored on the account, and a 201 is sent once the data is durable. Undocumented fields are rejected; no value is trimmed, rounded or coerced. For the meaning of each error code and what to do, see [/docs/errors](/docs/errors).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: [
      { name: 'Token', description: 'Exchange an API key for an access token.' },
      { name: 'Import', description: 'Add data to an imported account.' },
      { name: 'Dry run', description: 'Check an import without storing it.' },
      { name: 'Read back', description: 'Read what is stored, and prove that it is what was sent.' },
      { name: 'Health', description: 'Health checks and metrics for the operator.' },
    ],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token <ACCESS_TOKEN>`: the word Token, a space, and the token from `/v1/graphql/`.',
        },
      },
      headers: HEADER_COMPONENTS,
      schemas: {
        ...Object.fromEntries(components),
        ErrorCode: {
          title: 'ErrorCode',
          type: 'string',
          enum: Object.keys(ERROR_CODES),
          description: 'All error codes.',
        },
        Error: anyError,
      },
    },
  };
};
