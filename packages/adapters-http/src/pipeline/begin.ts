import type { ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { v7 as makeId } from 'uuid';
import type { ToErrorAnswer } from '../responses/rejection.ts';
import { checkProtocol } from './check-protocol.ts';
import type { Answered, Context, Step, Telemetry } from './context.ts';
import { logRequest } from './request-log.ts';

/** Resolves once the whole answer is with the operating system, or the connection is closed. */
const sent = (response: ServerResponse): Promise<unknown> =>
  new Promise((resolve) => response.once('finish', resolve).once('close', resolve));

/**
 * Gives the request its id and its context, refuses what Node's parser should not have accepted, and reports the request to
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
    const answered = trace({ endpoint, id, headers: request.headers }, run);
    void running.track(Promise.all([answered, sent(response)]));
  };
