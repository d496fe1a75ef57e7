import type { IncomingMessage, ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { v7 as makeId } from 'uuid';
import { type Rejection, rejection, type ToErrorAnswer } from '../responses/rejection.ts';
import type { Context, Step } from './context.ts';
import { type Answered, logRequest, type Telemetry } from './telemetry.ts';

/** A proxy and this service might each use a different one of two such headers. */
const ONCE_ONLY = new Set(['authorization', 'host', 'content-length', 'content-type', 'content-encoding']);

/** Rejects what Node's parser accepts: repeated headers and HTTP before 1.0 (decisions 3). */
const checkProtocol = (request: IncomingMessage): E.Either<Rejection, void> => {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = names.find((name, index) => ONCE_ONLY.has(name) && names.indexOf(name) !== index);
  if (repeated !== undefined)
    return E.left(rejection(400, 'parse_error', { detail: `The header ${repeated} appears more than once.` }));
  return request.httpVersionMajor < 1
    ? E.left(rejection(400, 'parse_error', { detail: 'HTTP/1.0 or later is required.' }))
    : E.right(undefined);
};

/** Resolves once the whole response was handed to the operating system, or the connection is closed. */
const sent = (response: ServerResponse): Promise<unknown> =>
  new Promise((resolve) => response.once('finish', resolve).once('close', resolve));

/**
 * Gives the request its id and its context, rejects what Node's parser should not have accepted, and reports the request to
 * the telemetry when it is answered. The request counts as running until its answer is sent.
 */
export const begin =
  ({ logger, running, observe, trace }: Telemetry, endpoint: string, toErrorAnswer: ToErrorAnswer): Step =>
  (request, response, next) => {
    const id = makeId();
    const startedAt = performance.now();
    response.setHeader('X-Request-Id', id);
    const run = () =>
      new Promise<Answered>((resolve) => {
        const context: Context = {
          id,
          receivedAt: new Date(),
          endpoint,
          toErrorAnswer,
          permits: [],
          caller: null,
          payloadSha256: null,
          body: null,
          onAnswered: ({ status, code }) => {
            const durationMs = performance.now() - startedAt;
            const answered = { endpoint, status, code, durationMs, items: context.items ?? 0 };
            observe(answered);
            logRequest(logger, request.method, context, answered);
            resolve(answered);
          },
        };
        response.locals = context;
        const protocol = checkProtocol(request);
        next(E.isLeft(protocol) ? protocol.left : undefined);
      });
    const answered = trace === undefined ? run() : trace({ endpoint, id, headers: request.headers }, run);
    void running.track(Promise.all([answered, sent(response)]));
  };
