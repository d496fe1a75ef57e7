import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '@carryover/application/access/authenticate';
import type { Caller } from '@carryover/application/ports/access';
import { API_KEY_FORM } from '@carryover/application/ports/access';
import type { Codec } from '@carryover/contract/codecs/codec';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { Response } from 'express';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type Answer,
  failedValidation,
  ofStoreFailure,
  overloaded,
  type Rejection,
  rejection,
  type ToErrorAnswer,
} from './errors/rejection.ts';
import type { Capacity } from './limits/capacity.ts';
import type { RateLimiter } from './limits/rate-limit.ts';
import { type JsonBody, parseBody, readBody } from './read-body.ts';
import { type Context, respond, type Step } from './request.ts';

/** The steps that every request below `/v1/data-import/` passes before its endpoint. */
export type Reception = {
  readonly authenticate: Authenticate;
  /** Counts a request of an organisation. Every answer to a known caller has the headers. */
  readonly limit: RateLimiter['take'];
  readonly capacity: Capacity;
  /** The largest body, in bytes after decompression. */
  readonly maxBodyBytes: number;
};

/** A request of a known caller, within its limits, with its body. */
export type Received = {
  readonly id: string;
  readonly receivedAt: Date;
  /** As sent, with the query. */
  readonly url: string;
  readonly caller: Caller;
  readonly payloadSha256: string;
  readonly loadId: string | null;
  readonly body: JsonBody;
};

/** An endpoint below `/v1/data-import/`. */
export type DataImportRoute = {
  /** The path is `/v1/data-import/{name}/`. */
  readonly name: string;
  readonly toErrorAnswer: ToErrorAnswer;
  readonly answer: (received: Received, context: Context) => Promise<E.Either<Rejection, Answer>>;
  /** Called for each rejection, whichever step it comes from. @returns the rejection to answer with. */
  readonly onRejected?: (rejected: Rejection, context: Context) => Promise<Rejection>;
};

const CHALLENGE = { headers: { 'WWW-Authenticate': 'Token' } };

const HOW_TO_SEND = 'Send `Authorization: Token <ACCESS_TOKEN>`.';

/** Returns the rejection for an invalid header, with a hint from its form. Never quotes the header. */
const authenticationFailed = (header: string): Rejection => {
  const [scheme = '', ...credentials] = header.trim().split(/ +/);
  const rejected = (detail: string) => rejection(401, 'authentication_failed', { ...CHALLENGE, detail });
  if (API_KEY_FORM.test(credentials.at(-1) ?? scheme))
    return rejected(
      `This is an API key, not an access token. Obtain a token with it first: POST /v1/graphql/, mutation ObtainToken. ${HOW_TO_SEND}`,
    );
  if (scheme.toLowerCase() !== 'token')
    return rejected(`The Authorization header must have the scheme Token, not Bearer or another. ${HOW_TO_SEND}`);
  return rejection(401, 'authentication_failed', CHALLENGE);
};

/** `Authorization: Token <ACCESS_TOKEN>`, the scheme in any letter case (§5, decisions 10). */
const TOKEN = /^token +([^ ]+) *$/i;

/** Returns the caller; Left 401, or 503 if the store cannot be asked. */
const callerOf = (authenticate: Authenticate, request: IncomingMessage, at: Date): TE.TaskEither<Rejection, Caller> => {
  const header = request.headers.authorization;
  if (header === undefined) return TE.left(rejection(401, 'not_authenticated', CHALLENGE));
  const token = TOKEN.exec(header)?.[1];
  if (token === undefined) return TE.left(authenticationFailed(header));
  return pipe(
    authenticate({ token, now: at }),
    TE.mapLeft((failure) =>
      failure.kind === 'authentication_failed' ? authenticationFailed(header) : ofStoreFailure(failure),
    ),
  );
};

/** Passes a request through the steps before its endpoint, in the order of decisions 3. Left: the first step that rejects it. */
const receive = async (
  { authenticate, limit, capacity, maxBodyBytes }: Reception,
  request: IncomingMessage & { readonly url: string },
  response: Response<unknown, Context>,
): Promise<E.Either<Rejection, Received>> => {
  const context = response.locals;
  const { id, receivedAt, loadId } = context;

  const authenticated = await callerOf(authenticate, request, receivedAt)();
  if (E.isLeft(authenticated)) return authenticated;
  const caller = authenticated.right;
  context.caller = caller;

  const { headers, rejected } = await limit(caller.organisationId);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (rejected !== null) return E.left(rejected);

  const permit = capacity.admit(caller.organisationId);
  if (permit === null) return E.left(overloaded);
  context.permit = permit;

  const bytes = await readBody(request, { maxBytes: maxBodyBytes, reserve: permit.reserve });
  if (E.isLeft(bytes)) return bytes;
  await permit.process();
  const payloadSha256 = hash('sha256', bytes.right);
  context.payloadSha256 = payloadSha256;

  const body = parseBody(bytes.right);
  if (E.isLeft(body)) return body;
  context.body = body.right;
  return E.right({ id, receivedAt, url: request.url, caller, payloadSha256, loadId, body: body.right });
};

/** Receives and answers the requests of an endpoint. */
export const serveRoute =
  (reception: Reception, { answer, onRejected }: DataImportRoute): Step =>
  async (request, response, next) => {
    const { locals } = response;
    const received = await receive(reception, request, response);
    const answered = E.isLeft(received) ? received : await answer(received.right, locals);
    if (E.isRight(answered)) respond(response, answered.right);
    else next(onRejected === undefined ? answered.left : await onRejected(answered.left, locals));
  };

/** Returns the query of an address as an object; a parameter that appears more than once is a list. */
const queryOf = (url: string): JsonObject => {
  const start = url.indexOf('?');
  // The `&` keeps a leading question mark, which would otherwise be dropped, as part of the name.
  const query = new URLSearchParams(start === -1 ? '' : `&${url.slice(start + 1)}`);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [value = '', ...more] = query.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
};

/** Reads an endpoint's query parameters. @returns Left with every parameter that is unknown, repeated or invalid (decisions 3). */
export const readQuery = <A>(parameters: Codec<A>, url: string): E.Either<Rejection, A> =>
  E.mapLeft(failedValidation)(parameters.check(queryOf(url)));
