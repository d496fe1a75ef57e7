import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@carryover/contract/error-codes';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';
import { v7 as makeId } from 'uuid';
import { checkProtocol } from './protocol-guard.ts';
import { type Answer, type Refusal, toErrorAnswer, unexpected } from './refusal.ts';
import { logRequest } from './request-log.ts';
import { respond, type Sendable } from './respond.ts';
import type { RunningRequests } from './running-requests.ts';
import type { Served } from './serve-body.ts';

export type ToAnswer = (refused: Refusal) => Answer;

/** An answer of any kind, and what only the log and the metrics may know. */
export type Handled = Omit<Served, 'answer'> & { readonly answer: Sendable & { readonly code?: ErrorCode } };

/** Serves one request whose address and method are right. */
export type ServeRequest = (request: IncomingMessage, id: string) => Promise<Handled>;

/** A request that has been answered. */
export type Answered = {
  readonly endpoint: string;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly durationMs: number;
  /** Items that were accepted. */
  readonly items: number;
};

/** Follows a request through the service; what is done inside belongs to it. */
export type TraceRequest = (
  of: { readonly endpoint: string; readonly id: string; readonly headers: IncomingHttpHeaders },
  run: () => Promise<Handled>,
) => Promise<Handled>;

/** Who looks on. */
export type Onlookers = {
  readonly logger: Logger;
  readonly running: RunningRequests;
  readonly observe: (answered: Answered) => void;
  readonly trace: TraceRequest;
};

/** An answer that nobody asked for by name and nothing went wrong with. */
export const quietly = (answer: Handled['answer']): Handled => ({ answer, caller: null, cause: undefined });

/**
 * Answers with what `serve` makes of the request, and tells the onlookers how it ended; an exception is a defect and
 * answered 500.
 *
 * @param endpoint as the log and the metrics call it: one of few, never what a client makes up.
 */
export const handleRequest = (
  { logger, running, observe, trace }: Onlookers,
  endpoint: string,
  serve: ServeRequest,
  toAnswer: ToAnswer = toErrorAnswer,
) => {
  const handle = async (request: IncomingMessage, id: string): Promise<Handled> => {
    const protocol = checkProtocol(request);
    if (E.isLeft(protocol)) return quietly(toAnswer(protocol.left));
    return serve(request, id).catch((cause: unknown) => ({ answer: toAnswer(unexpected(cause)), caller: null, cause }));
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = makeId();
    const startedAt = performance.now();
    response.setHeader('X-Request-Id', id);
    const answer = async () => {
      const handled = await handle(request, id);
      respond(response, handled.answer);
      const durationMs = performance.now() - startedAt;
      const { status, code } = handled.answer;
      observe({ endpoint, status, code, durationMs, items: handled.items ?? 0 });
      logRequest(logger, request, { id, endpoint, durationMs, handled });
      return handled;
    };
    await running.track(trace({ endpoint, id, headers: request.headers }, answer));
  };
};
