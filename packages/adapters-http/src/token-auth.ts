import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '@carryover/application/authenticate';
import type { Caller } from '@carryover/application/import-request';
import * as TE from '@carryover/application/task-either';
import { pipe } from 'fp-ts/lib/function.js';
import { ofStoreFailure, type Refusal, refusal } from './refusal.ts';

const CHALLENGE = { headers: { 'WWW-Authenticate': 'Token' } };

/** `Authorization: Token <ACCESS_TOKEN>`, the scheme in any letter case (§5, decisions 10). */
const TOKEN = /^token +([^ ]+) *$/i;

/** Who is calling. @returns Left 401, or 503 where that can't be found out. */
export const callerOf = (authenticate: Authenticate, request: IncomingMessage): TE.TaskEither<Refusal, Caller> => {
  const header = request.headers.authorization;
  if (header === undefined) return TE.left(refusal(401, 'not_authenticated', CHALLENGE));
  const token = TOKEN.exec(header)?.[1];
  if (token === undefined) return TE.left(refusal(401, 'authentication_failed', CHALLENGE));
  return pipe(
    authenticate({ token }),
    TE.mapLeft((failure) =>
      failure.kind === 'authentication_failed'
        ? refusal(401, 'authentication_failed', CHALLENGE)
        : ofStoreFailure(failure),
    ),
  );
};
