import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '@carryover/application/access/authenticate';
import type { Caller } from '@carryover/application/imports/import-request';
import { API_KEY_FORM } from '@carryover/application/ports/access';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ofStoreFailure, type Rejection, rejection } from '../responses/rejection.ts';
import type { Step } from './context.ts';

const CHALLENGE = { headers: { 'WWW-Authenticate': 'Token' } };

const HOW_TO_SEND = 'Send `Authorization: Token <ACCESS_TOKEN>`.';

/** Returns the rejection for an invalid header, with a hint from its form. Never quotes the header. */
const failed = (header: string): Rejection => {
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
  if (token === undefined) return TE.left(failed(header));
  return pipe(
    authenticate({ token, at }),
    TE.mapLeft((failure) => (failure.kind === 'authentication_failed' ? failed(header) : ofStoreFailure(failure))),
  );
};

/** Determines the caller. */
export const authenticate =
  (authenticateToken: Authenticate): Step =>
  async (request, response, next) => {
    const caller = await callerOf(authenticateToken, request, response.locals.receivedAt)();
    if (E.isLeft(caller)) return next(caller.left);
    response.locals.caller = caller.right;
    next();
  };
