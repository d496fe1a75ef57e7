import type { IncomingMessage } from 'node:http';
import type { ObtainToken } from '@carryover/application/obtain-token';
import * as TE from '@carryover/application/task-either';
import type { ErrorCode } from '@carryover/contract/error-codes';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createHandler } from 'graphql-http';
import { parseBody, readBody } from './body-reader.ts';
import { linkToErrors } from './error-links.ts';
import { parseQuietly, toQuietError, validateQuietly } from './graphql-errors.ts';
import { oneMutation } from './graphql-rules.ts';
import { issueToGraphQLError, makeRoot, schema, type TokenContext, toGraphQLError } from './graphql-schema.ts';
import { readFlags } from './query-parameters.ts';
import { type Answer, type Refusal, refusal, unexpected } from './refusal.ts';
import type { Served } from './serve-body.ts';
import type { TokenAttempts } from './token-attempts.ts';

/** A body of this size holds any token request. */
const MAX_BODY_BYTES = 64 * 1024;

/** `{errors: [{message, extensions: {code}}]}`, the form of every error here (decisions 3). */
export const toGraphQLAnswer = (refused: Refusal): Answer => {
  const errors = refused.issues.length === 0 ? [toGraphQLError(refused)] : refused.issues.map(issueToGraphQLError);
  const codes = refused.issues.length === 0 ? [refused.code] : refused.issues.map(({ code }) => code);
  return {
    status: refused.status,
    headers: { ...refused.headers, ...linkToErrors(codes) },
    body: JSON.stringify({ errors }),
    code: codes[0]!,
  };
};

/** What a resolver threw unforeseen; undefined where it, or GraphQL itself, refuses with an error of GraphQL's. */
const unforeseen = ({ originalError }: GraphQLError): Error | undefined =>
  originalError instanceof GraphQLError ? undefined : originalError;

/** Gives every error a code: what GraphQL itself refuses is the request's fault, what a resolver throws unforeseen is ours. */
const withCode = (error: Readonly<GraphQLError | Error>): GraphQLError => {
  if (!(error instanceof GraphQLError)) return new GraphQLError(error.message, { extensions: { code: 'invalid' } });
  const cause = error.extensions.code === undefined ? unforeseen(error) : undefined;
  return cause === undefined ? toQuietError(error) : toGraphQLError(unexpected(cause));
};

/** The code of each error of an answer. */
const codesOf = (answer: string): ReadonlyArray<ErrorCode> => {
  const { errors = [] }: { errors?: ReadonlyArray<{ extensions: { code: ErrorCode } }> } = JSON.parse(answer);
  return errors.map(({ extensions }) => extensions.code);
};

/** Media types are settled before GraphQL sees the request, and the answer is JSON whatever else a client prefers. */
const JSON_HEADERS = new Headers({ 'Content-Type': 'application/json; charset=utf-8', Accept: 'application/json' });

/** POST /v1/graphql/ (§5, decisions 10) */
export const makeGraphQLEndpoint = (
  obtainToken: ObtainToken,
  attempts: TokenAttempts,
  { mayIntrospect }: { readonly mayIntrospect: boolean },
) => {
  const handle = createHandler<IncomingMessage, TokenContext, TokenContext>({
    schema,
    rootValue: makeRoot(obtainToken, attempts),
    context: ({ context }) => context,
    formatError: withCode,
    onOperation: ({ context }, _args, { errors = [] }) => {
      const cause = errors.map(unforeseen).find((error) => error !== undefined);
      if (cause !== undefined) context.refused = unexpected(cause);
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
    if (text === null) return toGraphQLAnswer(refusal(status, 'invalid'));
    const { refused } = context;
    const codes = codesOf(text);
    const [code] = codes;
    return {
      status: refused?.status ?? status,
      headers: { ...sent, ...refused?.headers, ...(code === undefined ? {} : linkToErrors(codes)) },
      body: text,
      ...(code === undefined ? {} : { code }),
    };
  };

  /** @param address of the client, for counting failed attempts. */
  return async (request: IncomingMessage, address: string): Promise<Served> => {
    const served = (answer: Answer, cause?: unknown): Served => ({ answer, caller: null, cause });
    const blocked = await attempts.blocked(address);
    if (blocked !== null) return served(toGraphQLAnswer(blocked));
    const body = await pipe(
      readBody(request, { maxBytes: MAX_BODY_BYTES }),
      TE.chainEitherK(parseBody),
      TE.chainFirstEitherK(() => readFlags({}, request.url ?? '')),
    )();
    if (E.isLeft(body)) return served(toGraphQLAnswer(body.left));
    const context: TokenContext = { address, refused: null };
    const answer = await execute(request, body.right.text, context);
    return served(answer, context.refused?.cause);
  };
};
