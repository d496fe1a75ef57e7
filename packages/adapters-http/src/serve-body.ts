import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '@carryover/application/authenticate';
import type { Caller } from '@carryover/application/import-request';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type JsonBody, parseBody, readBody } from './body-reader.ts';
import type { InFlightBudget } from './in-flight-budget.ts';
import type { Answer, Refusal } from './refusal.ts';
import { callerOf } from './token-auth.ts';

export type BodyPorts = {
  readonly authenticate: Authenticate;
  readonly maxBodyBytes: number;
  readonly inFlight: InFlightBudget;
};

/** An answer, and what of it only the log may know. */
export type Served = { readonly answer: Answer; readonly caller: Caller | null; readonly cause: unknown };

/** Serves one request whose address and method are right. @param id of the request, UUID version 7. */
export type Serve = (request: IncomingMessage, id: string) => Promise<Served>;

/** An endpoint below `/v1/data-import/`, ready to serve. */
export type ServedEndpoint = {
  /** Its address is `/v1/data-import/{name}/`. */
  readonly name: string;
  readonly serve: Serve;
  /** The endpoint's form of an error that is found before its body is read. */
  readonly toAnswer: (refusal: Refusal) => Answer;
};

/** How a request ends, once it is known who asks. */
export type Ending = Pick<Served, 'answer' | 'cause'>;

/** What becomes of one caller's request. */
export type ServedRequest = {
  readonly onBody: (body: JsonBody) => T.Task<Ending>;
  /** Its body can't be read. */
  readonly onUnread: (refusal: Refusal) => T.Task<Ending>;
};

/** The one way of every request below `/v1/data-import/` up to its body: token, media type, size, parsing (decisions 3). */
export const serveBody = (
  ports: BodyPorts,
  toAnswer: (refusal: Refusal) => Answer,
  of: (caller: Caller, on: { readonly id: string; readonly url: string }) => ServedRequest,
): Serve => {
  const serveCaller = (http: IncomingMessage, { onBody, onUnread }: ServedRequest): T.Task<Ending> =>
    pipe(
      readBody(http, ports.maxBodyBytes),
      TE.matchE(onUnread, (bytes) =>
        ports.inFlight(bytes.length, pipe(TE.fromEither(parseBody(bytes)), TE.matchE(onUnread, onBody))),
      ),
    );
  return (http, id) =>
    pipe(
      callerOf(ports.authenticate, http),
      TE.matchE(
        (refusal) => T.of<Served>({ answer: toAnswer(refusal), caller: null, cause: refusal.cause }),
        (caller) =>
          pipe(
            serveCaller(http, of(caller, { id, url: http.url ?? '' })),
            T.map((ending) => ({ ...ending, caller })),
          ),
      ),
    )();
};
