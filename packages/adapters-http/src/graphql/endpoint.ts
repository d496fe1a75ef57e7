import type { IncomingMessage } from 'node:http';
import type { ObtainToken } from '@carryover/application/access/authenticate';
import { noParameters } from '@carryover/contract/codecs/shared-fields';
import type { ErrorCode } from '@carryover/contract/error-codes';
import type { Issue } from '@carryover/contract/issue';
import { toDateTime } from '@carryover/domain/date-time';
import * as E from 'fp-ts/lib/Either.js';
import { buildSchema, GraphQLError, type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createHandler } from 'graphql-http';
import {
  type Answer,
  linkToErrors,
  ofStoreFailure,
  type Rejection,
  rejection,
  unexpected,
} from '../errors/rejection.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { parseBody, readBody } from '../read-body.ts';
import { readQuery } from '../receive.ts';
import { respond, type Step } from '../request.ts';
import { onceEach, oneMutation, parseQuietly, toQuietError, validateQuietly, wrongBody } from './errors.ts';

const schema: GraphQLSchema = buildSchema(`
  type Query {
    "Version of the data-import interface: the path prefix of its endpoints."
    version: String!
  }

  type Mutation {
    "Exchanges an organisation's API key for an access token, to be sent as \`Authorization: Token <token>\`."
    obtainToken(input: ObtainTokenInput!): ObtainTokenPayload!
  }

  input ObtainTokenInput {
    "The organisation's API key, as issued by the platform operator."
    apiKey: String!
  }

  type ObtainTokenPayload {
    token: String!
    "YYYY-MM-DDTHH:MM:SSZ, UTC."
    expiresAt: String!
  }
`);

/** An error as GraphQL says it. The path of an issue is left out, because the name of a parameter may be a key. */
const toGraphQLError = ({ code, detail }: Pick<Rejection | Issue, 'code' | 'detail'>): GraphQLError =>
  new GraphQLError(detail, { extensions: { code } });

/** The request for its resolvers, and the errors that they found. */
export type TokenContext = { readonly address: string; rejected: Rejection | null };

/** The schema's resolvers (decisions 10). */
export const makeRoot = (obtainToken: ObtainToken, attempts: RateLimiter) => {
  const reject = (context: TokenContext, rejected: Rejection): never => {
    context.rejected = rejected;
    throw toGraphQLError(rejected);
  };
  return {
    version: 'v1',
    obtainToken: async ({ input }: { readonly input: { readonly apiKey: string } }, context: TokenContext) => {
      const result = await obtainToken({ apiKey: input.apiKey })();
      if (E.isLeft(result) && result.left.kind !== 'authentication_failed')
        return reject(context, ofStoreFailure(result.left));
      // Checked again for a valid key: none of several concurrent guesses was counted when this one started.
      const { rejected } = await (E.isLeft(result) ? attempts.take : attempts.peek)(context.address);
      if (rejected !== null) return reject(context, rejected);
      if (E.isLeft(result)) return reject(context, rejection(200, 'authentication_failed'));
      return { token: result.right.token, expiresAt: toDateTime(result.right.expiresAt) };
    },
  };
};

/** A body of this size holds any token request. */
const MAX_BODY_BYTES = 64 * 1024;

/** `{errors: [{message, extensions: {code}}]}`, the form of every error here (decisions 3). */
export const toGraphQLAnswer = (rejected: Rejection): Answer => {
  const { status, headers, issues } = rejected;
  const errors = issues.length === 0 ? [rejected] : issues;
  return {
    status,
    headers: { ...headers, ...linkToErrors(errors.map(({ code }) => code)) },
    body: JSON.stringify({ errors: errors.map(toGraphQLError) }),
    code: issues[0]?.code ?? rejected.code,
  };
};

/** Returns an unexpected exception of a resolver; undefined for a GraphQL error. */
const unforeseen = ({ originalError }: GraphQLError): Error | undefined =>
  originalError instanceof GraphQLError ? undefined : originalError;

/** Gives every error a code: GraphQL's own errors are the client's, unexpected exceptions of resolvers are ours. */
const withCode = (error: Readonly<GraphQLError | Error>): GraphQLError => {
  if (!(error instanceof GraphQLError)) return wrongBody();
  const cause = error.extensions.code === undefined ? unforeseen(error) : undefined;
  return cause === undefined ? toQuietError(error) : toGraphQLError(unexpected(cause));
};

/** The code of each error of an answer. */
const codesOf = (answer: string): ReadonlyArray<ErrorCode> => {
  const { errors = [] }: { errors?: ReadonlyArray<{ extensions: { code: ErrorCode } }> } = JSON.parse(answer);
  return errors.map(({ extensions }) => extensions.code);
};

/** The media type was checked before; the response is always JSON, whatever the client prefers. */
const JSON_HEADERS = new Headers({ 'Content-Type': 'application/json; charset=utf-8', Accept: 'application/json' });

/** POST /v1/graphql/ (§5, decisions 10) */
export const makeGraphQLEndpoint = (
  obtainToken: ObtainToken,
  attempts: RateLimiter,
  { mayIntrospect }: { readonly mayIntrospect: boolean },
): Step => {
  const handle = createHandler<IncomingMessage, TokenContext, TokenContext>({
    schema,
    rootValue: makeRoot(obtainToken, attempts),
    context: ({ context }) => context,
    formatError: withCode,
    onOperation: ({ context }, _args, result) => {
      const { errors = [] } = result;
      const cause = errors.map(unforeseen).find((error) => error !== undefined);
      if (cause !== undefined) context.rejected = unexpected(cause);
      // A variable that is wrong in two ways has two errors of the same words.
      return errors.length > 1 ? { ...result, errors: onceEach(errors.map(withCode)) } : result;
    },
    parse: (source) => parseQuietly(source.toString()),
    validate: validateQuietly,
    validationRules: [oneMutation, ...(mayIntrospect ? [] : [NoSchemaIntrospectionCustomRule])],
  });

  const execute = async (request: IncomingMessage, body: string, context: TokenContext): Promise<Answer> => {
    const [text, { status, headers: sent = {} }] = await handle({
      method: 'POST',
      url: '/v1/graphql/',
      headers: JSON_HEADERS,
      body,
      raw: request,
      context,
    });
    if (text === null) return toGraphQLAnswer(rejection(status, 'invalid'));
    const { rejected } = context;
    const codes = codesOf(text);
    const [code] = codes;
    return {
      status: rejected?.status ?? status,
      headers: { ...sent, ...rejected?.headers, ...(code === undefined ? {} : linkToErrors(codes)) },
      body: text,
      ...(code === undefined ? {} : { code }),
    };
  };

  return async (request, response, next) => {
    // Failed attempts are counted by the client's address.
    const address = request.ip ?? '';
    const { rejected } = await attempts.peek(address);
    if (rejected !== null) return next(rejected);
    const bytes = await readBody(request, { maxBytes: MAX_BODY_BYTES });
    if (E.isLeft(bytes)) return next(bytes.left);
    const body = parseBody(bytes.right);
    if (E.isLeft(body)) return next(body.left);
    const query = readQuery(noParameters, request.url);
    if (E.isLeft(query)) return next(query.left);
    const context: TokenContext = { address, rejected: null };
    const answer = await execute(request, body.right.text, context);
    response.locals.cause = context.rejected?.cause;
    respond(response, answer);
  };
};
