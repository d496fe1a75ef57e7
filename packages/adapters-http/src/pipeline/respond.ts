import type { Response } from 'express';
import type { Answer } from '../responses/answer.ts';
import { isRejection, unexpected } from '../responses/rejection.ts';
import type { Context, ErrorStep } from './context.ts';

/**
 * Sends the answer: JSON that is never cached unless its headers say otherwise. The request then gives back what it held,
 * and the telemetry learns of it.
 */
export const respond = (response: Response<unknown, Context>, answer: Answer): void => {
  const { status, headers, body } = answer;
  const content = body === null ? {} : { 'Content-Type': 'application/json' };
  response.writeHead(status, {
    ...content,
    'Content-Length': body === null ? 0 : Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // A browser runs nothing in a response; the documentation's pages set a policy of their own.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...headers,
  });
  response.end(body ?? undefined);
  const { permits, onAnswered } = response.locals;
  for (const permit of permits) permit.release();
  onAnswered(answer);
};

/** Answers a request that a step has rejected; any other error is a defect and is answered 500. */
export const answerRejection: ErrorStep = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const rejection = isRejection(error) ? error : unexpected(error);
  const { locals } = response;
  locals.cause = rejection.cause;
  respond(response, locals.toErrorAnswer(rejection, locals.body?.value ?? null));
};
