import { changesParameters } from '../codecs/changes.ts';
import type { JsonSchema } from '../codecs/codec.ts';
import { noParameters } from '../codecs/shared-fields.ts';
import { type Answerer, type CatalogueEntry, codesOf, ERROR_CODES, type ErrorCode } from '../error-codes.ts';
import { ANSWERS } from './answers.ts';
import { CHANGES_ANSWER } from './changes.ts';
import { DOCUMENTED_READS, type Documented, type DocumentedEndpoint, documentedImports } from './endpoints.ts';
import { dryRunReport, errorBody, METHOD_NOT_ALLOWED, transactionImportError } from './errors.ts';
import { nameResponses, type Operation, type PathItem, type Paths } from './named-responses.ts';
import { HEADER_COMPONENTS, headers, json } from './parts.ts';
import { type Components, schemaOf } from './schema-of.ts';
import { graphqlPath, healthPaths } from './token-and-health.ts';

/** An OpenAPI 3.1 document, ready to be written as JSON. */
export type OpenApiDocument = {
  readonly openapi: string;
  readonly paths: Paths;
  readonly components: {
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly [kind: string]: unknown;
  };
  readonly [field: string]: unknown;
};

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
/** Returns the headers of an error response; the rate limit is known only after authentication. */
const headersOf = (name: Answerer, status: Exclude<Status, 405>): JsonSchema => ({
  ...headers('X-Request-Id'),
  ...(status === 401 ? headers('WWW-Authenticate') : headers('RateLimit', 'RateLimit-Policy')),
  // A 500 of an endpoint that calls a payment vendor may be the failure of the vendor.
  ...(status === 429 || status === 503 || (status === 500 && name === 'payment-instruction')
    ? headers('Retry-After')
    : {}),
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

/** What an endpoint does at one of its paths. */
type DocumentedPath = DocumentedEndpoint & {
  readonly path: string;
  readonly tag: string;
  readonly status: 200 | 201;
  /** Body of the success; null: empty. */
  readonly answer: JsonSchema | null;
  readonly bodyOf400: JsonSchema;
};

const importPaths = (endpoint: DocumentedEndpoint): ReadonlyArray<DocumentedPath> => {
  const { name, title } = endpoint;
  const codes = codesOf(name, 400);
  const bodyOf400 = errorBody(codes);
  return [
    {
      ...endpoint,
      path: `${name}/create`,
      tag: 'Import',
      status: 201,
      answer: ANSWERS[name],
      bodyOf400: name === 'transactions' ? transactionImportError(codes) : bodyOf400,
    },
    {
      ...endpoint,
      path: `${name}/validate`,
      tag: 'Dry run',
      title: `${title}: dry run`,
      description: `Reports what \`${name}/create/\` would do with the same request, with all errors. Stores nothing but an import record.`,
      status: 200,
      answered: 'The report.',
      answer: dryRunReport(ANSWERS[name], codes),
      bodyOf400,
    },
  ];
};

const readPath = (endpoint: DocumentedEndpoint): DocumentedPath => {
  const { name, status = 200 } = endpoint;
  const bodyOf400 = errorBody(codesOf(name, 400));
  return { ...endpoint, path: name, tag: 'Read back', status, answer: ANSWERS[name], bodyOf400 };
};

const camelCase = (path: string): string => path.replaceAll(/[-/](.)/g, (_, letter: string) => letter.toUpperCase());

const parametersOf = ({ parameters: { shape } = noParameters }: DocumentedEndpoint) =>
  shape.kind === 'record'
    ? [...shape.fields].map(([name, { about }]) => ({
        name,
        in: 'query',
        description: `${about?.description} The value is not case-sensitive; \`1\` and \`0\` are also accepted.`,
        schema: { type: 'boolean', default: shape.defaults[name] },
      }))
    : [];

/** Groups import records in the console. */
const LOAD_ID = {
  name: 'Carryover-Load-Id',
  in: 'header',
  description:
    'A UUID that is the same for all requests of one load: the console lists and undoes their imports together. It decides nothing about the answer, and anything but a UUID is ignored.',
  schema: { type: 'string', format: 'uuid' },
};

const toPathItem = (components: Components, { maxBodyBytes }: Documented, of: DocumentedPath): PathItem => ({
  post: {
    tags: [of.tag],
    operationId: camelCase(of.path),
    summary: of.title,
    description: of.description,
    parameters: [...parametersOf(of), ...(of.tag === 'Read back' ? [] : [LOAD_ID])],
    requestBody: {
      required: true,
      description: `At most ${maxBodyBytes.toLocaleString('en')} bytes after decompression (gzip and br are accepted).`,
      content: json(schemaOf(components, of.body), of.examples),
    },
    responses: {
      [of.status]: {
        description: of.answered,
        headers: {
          ...headers('X-Request-Id'),
          // The receipt of an accepted import (decisions 16).
          ...(of.status === 201 ? headers('X-Import-Id', 'X-Payload-SHA256') : {}),
          ...headers('RateLimit', 'RateLimit-Policy'),
        },
        ...(of.answer === null ? {} : { content: json(of.answer) }),
      },
      ...errorAnswers(of.name, of.bodyOf400),
    },
  },
});

/** `GET /v1/platform/changes/` (decisions 18). */
const changesPath = (): PathItem => {
  const { shape } = changesParameters;
  return {
    get: {
      tags: ['Feed'],
      operationId: 'changes',
      summary: 'Read changes in order',
      description:
        'Every accepted import with its items as stored, every undo, and every change of an account, ledger or supplier, from the beginning of the database, in an order in which those of an account are that of their commits. Keep `next` together with what was read, and send it as `after`: nothing is missed, and nothing comes twice. Needs a platform key.',
      security: [{ platformKey: [] }],
      parameters:
        shape.kind === 'record'
          ? [...shape.fields].map(([name, { about, shape: of }]) => ({
              name,
              in: 'query',
              description: about?.description ?? '',
              schema: {
                ...(of.kind === 'scalar' ? of.schema : {}),
                ...(shape.defaults[name] === undefined ? {} : { default: shape.defaults[name] }),
              },
            }))
          : [],
      responses: {
        200: {
          description: 'The next changes.',
          headers: headers('X-Request-Id', 'RateLimit', 'RateLimit-Policy'),
          content: json(CHANGES_ANSWER),
        },
        ...errorAnswers('platform/changes', errorBody(codesOf('platform/changes', 400))),
      },
    },
  };
};

/** The error of an unknown path or method. */
const anyError = errorBody(Object.keys(ERROR_CODES) as ReadonlyArray<ErrorCode>);

/** Returns the interface as OpenAPI 3.1, generated from its codecs and error codes. */
export const makeOpenApi = (of: Documented): OpenApiDocument => {
  const components: Components = new Map();
  const described: Paths = Object.fromEntries([
    ['/v1/graphql/', graphqlPath],
    ...[...documentedImports(of).flatMap(importPaths), ...DOCUMENTED_READS.map(readPath)].map((documented) => [
      `/v1/data-import/${documented.path}/`,
      toPathItem(components, of, documented),
    ]),
    ['/v1/platform/changes/', changesPath()],
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
      { name: 'Feed', description: 'What changed, for the billing platform.' },
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
        platformKey: { type: 'http', scheme: 'bearer', description: 'A platform key, from the operator.' },
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
