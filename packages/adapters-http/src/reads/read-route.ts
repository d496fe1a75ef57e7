import type { Caller } from '@carryover/application/ports/access';
import type { Codec } from '@carryover/contract/codecs/codec';
import { noParameters } from '@carryover/contract/codecs/shared-fields';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { failedValidation, type Rejections, rejectionOf, toErrorAnswer } from '../errors/rejection.ts';
import { type DataImportRoute, readQuery } from '../receive.ts';

/**
 * An endpoint that reads stored data, or registers control totals (decisions 13, 20): it writes no import record and always
 * rejects unknown fields.
 */
export type ReadEndpoint<Input, Failure extends { readonly kind: string }, Success> = {
  /** The path is `/v1/data-import/{name}/`. */
  readonly name: string;
  readonly input: Codec<Input>;
  /** Of the success; absent: 200. */
  readonly status?: 200 | 201;
  readonly run: (caller: Caller, input: Input) => TE.TaskEither<Failure, Success>;
  readonly toBody: (success: Success) => unknown;
  readonly onError: Rejections<Failure>;
};

/** Returns the route of a reading endpoint: no query parameters, shape, use case, answer. */
export const readRoute = <Input, Failure extends { readonly kind: string }, Success>({
  name,
  input,
  status = 200,
  run,
  toBody,
  onError,
}: ReadEndpoint<Input, Failure, Success>): DataImportRoute => ({
  name,
  toErrorAnswer,
  answer: async ({ caller, body, url }) => {
    const query = readQuery(noParameters, url);
    if (E.isLeft(query)) return query;
    const decoded = input.check(body.value);
    if (E.isLeft(decoded)) return E.left(failedValidation(decoded.left));
    const found = await run(caller, decoded.right)();
    if (E.isLeft(found)) return E.left(rejectionOf(onError, found.left));
    return E.right({ status, body: JSON.stringify(toBody(found.right)) });
  },
});
