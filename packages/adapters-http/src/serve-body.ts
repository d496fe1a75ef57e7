import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '@carryover/application/authenticate';
import type { Caller } from '@carryover/application/import-request';
import * as TE from '@carryover/application/task-either';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import type { Admission, Visit } from './admission.ts';
import { type JsonBody, parseBody, readBody } from './body-reader.ts';
import type { InFlightBudget } from './in-flight-budget.ts';
import type { OrganisationLimit } from './organisation-limit.ts';
import { type Answer, overloaded, type Refusal } from './refusal.ts';
import { callerOf } from './token-auth.ts';

export type BodyPorts = {
  readonly authenticate: Authenticate;
  readonly organisationLimit: OrganisationLimit;
  readonly admission: Admission;
  readonly maxBodyBytes: number;
  readonly inFlight: InFlightBudget;
};

/** An answer, and what of it only the log and the metrics may know. */
export type Served = {
  readonly answer: Answer;
  readonly caller: Caller | null;
  readonly cause: unknown;
  /** Items that were accepted. */
  readonly items?: number;
  /** Of the import record it left. */
  readonly recordId?: string;
};

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
export type Ending = Omit<Served, 'caller'>;

/** What becomes of one caller's request. */
export type ServedRequest = {
  readonly onBody: (body: JsonBody) => T.Task<Ending>;
  /** Its body can't be read. */
  readonly onUnread: (refusal: Refusal) => T.Task<Ending>;
};

/**
 * The one way of every request below `/v1/data-import/` up to its body: token, the organisation's rate, room in the house,
 * media type, size, parsing (decisions 3). What is turned away for its number leaves no record: writing one would be work
 * for the database at the worst moment.
 */
export const serveBody = (
  ports: BodyPorts,
  toAnswer: (refusal: Refusal) => Answer,
  of: (caller: Caller, on: { readonly id: string; readonly url: string }) => ServedRequest,
): Serve => {
  const turnAway = (refusal: Refusal): Ending => ({ answer: toAnswer(refusal), cause: refusal.cause });

  const serveVisit = (http: IncomingMessage, visit: Visit, { onBody, onUnread }: ServedRequest): T.Task<Ending> =>
    pipe(
      readBody(http, { maxBytes: ports.maxBodyBytes, hold: visit.hold }),
      TE.matchE(
        (refusal) => (refusal.status === 503 ? T.of(turnAway(refusal)) : onUnread(refusal)),
        (bytes) => ports.inFlight(bytes.length, pipe(TE.fromEither(parseBody(bytes)), TE.matchE(onUnread, onBody))),
      ),
    );

  const serveCaller = async (http: IncomingMessage, caller: Caller, id: string): Promise<Ending> => {
    const { refusal, headers } = await ports.organisationLimit(caller.organisationId);
    if (refusal !== null) return turnAway(refusal);
    const visit = ports.admission.enter(caller.organisationId);
    if (visit === null) return turnAway({ ...overloaded, headers: { ...overloaded.headers, ...headers } });
    try {
      const { answer, ...ending } = await serveVisit(http, visit, of(caller, { id, url: http.url ?? '' }))();
      return { ...ending, answer: { ...answer, headers: { ...answer.headers, ...headers } } };
    } finally {
      visit.leave();
    }
  };

  return (http, id) =>
    pipe(
      callerOf(ports.authenticate, http),
      TE.matchE(
        (refusal) => T.of<Served>({ ...turnAway(refusal), caller: null }),
        (caller) => async () => ({ ...(await serveCaller(http, caller, id)), caller }),
      ),
    )();
};
