import * as E from 'fp-ts/lib/Either.js';
import type { ReadEndpoint } from '../endpoints/endpoint.ts';
import { failedValidation, rejectionOf } from '../responses/rejection.ts';
import type { ParsedContext, Step } from './context.ts';
import { readFlags } from './decode.ts';
import { respond } from './respond.ts';

/** Runs a reading endpoint on a parsed body: no query parameters, shape, use case, answer. */
export const runRead =
  <Input, Failure extends { readonly kind: string }, Success>(endpoint: ReadEndpoint<Input, Failure, Success>): Step =>
  async (request, response, next) => {
    const { caller, body } = response.locals as ParsedContext;
    const flags = readFlags({}, request.url);
    if (E.isLeft(flags)) return next(flags.left);
    const input = endpoint.input.check(body.value);
    if (E.isLeft(input)) return next(failedValidation(input.left));
    const found = await endpoint.useCase(caller, input.right)();
    if (E.isLeft(found)) return next(rejectionOf(endpoint.onError, found.left));
    respond(response, { status: 200, body: JSON.stringify(endpoint.toBody(found.right)) });
  };
