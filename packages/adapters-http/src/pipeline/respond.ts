import type { Response } from 'express';
import type { Answer } from '../responses/answer.ts';
import { isRejection, unexpected } from '../responses/rejection.ts';
import type { Context, ErrorStep } from './context.ts';

/**
 * Sends the answer: JSON that is never cached unless its headers say otherwise. Then releases the request's permits
 * and reports it to the telemetry.
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
  const { permits, onAnswered } = response.locals;
  for (const permit of permits) permit.release();
  onAnswered(answer);
};

/** Answers a request that a step has rejected; any other error is a defect and gets 500. */
export const answerRejection: ErrorStep = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const rejection = isRejection(error) ? error : unexpected(error);
  const { locals } = response;
  locals.cause = rejection.cause;
  respond(response, locals.toErrorAnswer(rejection, locals.body?.value ?? null));
};
