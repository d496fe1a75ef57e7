import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@carryover/application/ports/access';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { ParamsDictionary, Query } from 'express-serve-static-core';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';
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

/** The context of one request (Express' `response.locals`): what is known of it if a later step rejects it. */
export type Context = {
  /** UUID version 7: the id of the request and of its import record. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly toErrorAnswer: ToErrorAnswer;
  /** Called once, when the answer has been written. */
  readonly onAnswered: (answer: Answer) => void;
  /** Held until the request is answered; null as long as it is not admitted. */
  permit: Permit | null;
  /** Null as long as the caller is not known. */
  caller: Caller | null;
  /** SHA-256 of the body's bytes after decompression, in lower-case hexadecimal; null until they are read. */
  payloadSha256: string | null;
  body: JsonBody | null;
  /** The load that the client named, a UUID in lower case; null if it named none. */
  readonly loadId: string | null;
  /** The number of accepted items. */
  items?: number;
  /** The id of the import record that the request left. */
  recordId?: string;
  /** The cause of a failure; only for the log. */
  cause?: unknown;
};

/** A request handler, with the context of the request. */
export type Step = RequestHandler<ParamsDictionary, unknown, unknown, Query, Context>;
/** A handler of requests that an earlier step rejected. */
export type ErrorStep = ErrorRequestHandler<ParamsDictionary, unknown, unknown, Query, Context>;

/** An answered request. */
export type Answered = {
  readonly endpoint: string;
  readonly status: number;
  readonly code: Answer['code'];
  readonly durationMs: number;
  /** The number of accepted items. */
  readonly items: number;
};

/** Traces a request: the work of `run` belongs to its trace. */
export type TraceRequest = (
  of: { readonly endpoint: string; readonly id: string; readonly headers: IncomingHttpHeaders },
  run: () => Promise<Answered>,
) => Promise<Answered>;

/** The telemetry of requests. */
export type Telemetry = {
  readonly logger: Logger;
  readonly running: RunningRequests;
  readonly observe: (answered: Answered) => void;
  /** Absent if no traces are collected. */
  readonly trace?: TraceRequest;
};

/** The requests that are being worked on, also those whose client went away, or answered and the answer not sent yet. */
export const makeRunningRequests = () => {
  const running = new Set<Promise<unknown>>();
  return {
    track: (run: Promise<unknown>): void => {
      running.add(run);
      void run.finally(() => running.delete(run));
    },
    count: () => running.size,
    /** Resolves once none is left. */
    settled: async (): Promise<void> => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
};

export type RunningRequests = ReturnType<typeof makeRunningRequests>;

/**
 * Returns the parts of an error that may be logged. PostgreSQL quotes rows and values in details and, for invalid data and violated constraints
 * (SQLSTATE classes 22 and 23), also in messages. These are customers' data.
 */
const describeError = (cause: unknown) => {
  if (!(cause instanceof Error)) return { type: typeof cause };
  const { code, constraint, table, routine } = cause as Error & Readonly<Record<string, unknown>>;
  const mayQuote = typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code);
  const stack = cause.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  return { type: cause.name, message: mayQuote ? undefined : cause.message, code, constraint, table, routine, stack };
};

/** Addresses that monitoring asks again and again. */
const PROBES: ReadonlySet<string> = new Set(['livez', 'readyz', 'metrics']);

/** Logs one line per request: caller, endpoint, outcome; never a token, a key, a payload, or a path, which may contain one. */
const logRequest = (
  logger: Logger,
  method: string,
  { id, caller, cause, items, recordId }: Context,
  { endpoint, status, code, durationMs }: Answered,
): void => {
  const line = {
    request_id: id,
    import_record_id: recordId,
    endpoint,
    method,
    status,
    code,
    items,
    duration_ms: Math.round(durationMs),
    organisation_id: caller?.organisationId,
    api_key_id: caller?.apiKeyId,
    ...(cause === undefined ? {} : { error: describeError(cause) }),
  };
  // A 503 without a cause is about capacity or a stopping service: nothing failed.
  if (status === 503 && cause === undefined) logger.warn(line, 'request turned away');
  else if (status >= 500) logger.error(line, 'request failed');
  else logger[PROBES.has(endpoint) ? 'debug' : 'info'](line, 'request');
};

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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Stands for no load where requests are counted. */
const NO_LOAD = /^[0-]+$/;

/** Returns the load that `Carryover-Load-Id` names. It only groups import records, so anything but one UUID is ignored. */
const loadIdOf = ({ headers }: IncomingMessage): string | null => {
  const sent = headers['carryover-load-id'];
  return typeof sent === 'string' && UUID.test(sent) && !NO_LOAD.test(sent) ? sent.toLowerCase() : null;
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
          loadId: loadIdOf(request),
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
    running.track(Promise.all([answered, sent(response)]));
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
