import type { IncomingMessage, ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { v7 as makeId } from 'uuid';
import type { Handled, Onlookers } from './onlookers.ts';
import { checkProtocol } from './protocol-guard.ts';
import { type Answer, type Refusal, toErrorAnswer, unexpected } from './refusal.ts';
import { logRequest } from './request-log.ts';
import { respond } from './respond.ts';

export type ToAnswer = (refused: Refusal) => Answer;

/** Serves one request whose address and method are right. */
export type ServeRequest = (request: IncomingMessage, id: string) => Promise<Handled>;

/** An answer that nobody asked for by name and nothing went wrong with. */
export const quietly = (answer: Handled['answer']): Handled => ({ answer, caller: null, cause: undefined });

/** Resolves once the whole answer is with the operating system, or nobody is there any more to be sent it. */
const sent = (response: ServerResponse): Promise<unknown> =>
  new Promise((resolve) => response.once('finish', resolve).once('close', resolve));

/**
 * Answers with what `serve` makes of the request, and tells the onlookers how it ended; an exception is a defect and
 * answered 500. The request is running until its answer is sent.
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
    const handled = trace({ endpoint, id, headers: request.headers }, answer);
    await running.track(Promise.all([handled, sent(response)]));
  };
};
