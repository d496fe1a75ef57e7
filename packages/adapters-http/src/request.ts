import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { ParamsDictionary, Query } from 'express-serve-static-core';
import * as E from 'fp-ts/lib/Either.js';
import { v7 as makeId } from 'uuid';
import {
  type Answer,
  isRejection,
  type Rejection,
  rejection,
  type ToErrorAnswer,
  unexpected,
} from './errors/rejection.ts';
import type { Permit } from './limits/capacity.ts';
import type { JsonBody } from './read-body.ts';
import { type Answered, type LoggedRequest, logRequest, type Telemetry } from './telemetry.ts';

/** The context of one request (Express' `response.locals`): what is known of it if a later step rejects it. */
export type Context = LoggedRequest & {
  readonly receivedAt: Date;
  readonly toErrorAnswer: ToErrorAnswer;
  /** Called once, when the answer has been written. */
  readonly onAnswered: (answer: Answer) => void;
  /** Held until the request is answered; null as long as it is not admitted. */
  permit: Permit | null;
  /** SHA-256 of the body's bytes after decompression, in lower-case hexadecimal; null until they are read. */
  payloadSha256: string | null;
  body: JsonBody | null;
};

/** A request handler, with the context of the request. */
export type Step = RequestHandler<ParamsDictionary, unknown, unknown, Query, Context>;
/** A handler of requests that an earlier step rejected. */
export type ErrorStep = ErrorRequestHandler<ParamsDictionary, unknown, unknown, Query, Context>;

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
 *
 * @param endpoint its name in the log and the metrics: one of few, never text of a client.
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
          toErrorAnswer,
          permit: null,
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

/**
 * Sends the answer: JSON that is never cached unless its headers say otherwise. Then releases the capacity that the request
 * used and reports it to the telemetry.
 */
export const respond = (response: Response<unknown, Context>, answer: Answer): void => {
  const { status, headers, body } = answer;
  const content = body === null ? {} : { 'Content-Type': 'application/json' };
  response.writeHead(status, {
    ...content,
    'Content-Length': body === null ? 0 : Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // A browser must not run anything in a response; the documentation's pages set their own policy.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...headers,
  });
  response.end(body ?? undefined);
  const { permit, onAnswered } = response.locals;
  permit?.release();
  onAnswered(answer);
};

/** Answers a request that a step has rejected; any other error is a defect and gets 500. */
export const answerRejection: ErrorStep = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const rejected = isRejection(error) ? error : unexpected(error);
  const { locals } = response;
  locals.cause = rejected.cause;
  respond(response, locals.toErrorAnswer(rejected, locals.body?.value ?? null));
};
