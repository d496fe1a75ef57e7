import type { Caller } from '@carryover/application/import-request';
import * as TE from '@carryover/application/task-either';
import { type Codec, decodePayload } from '@carryover/contract/codecs/codec';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import type { JsonBody } from './body-reader.ts';
import { refusalOf } from './endpoint.ts';
import { readFlags } from './query-parameters.ts';
import { type Answer, failedValidation, type Refusal, toErrorAnswer } from './refusal.ts';
import { type BodyPorts, type Ending, type ServedEndpoint, serveBody } from './serve-body.ts';

/** An endpoint that reads back what landed (decisions 13): it leaves no import record, and refuses unknown fields always. */
export type ReadEndpoint<Input, Failure extends { readonly kind: string }, Success> = {
  /** Its address is `/v1/data-import/{name}/`. */
  readonly name: string;
  readonly input: Codec<Input>;
  readonly useCase: (caller: Caller, input: Input) => TE.TaskEither<Failure, Success>;
  readonly toBody: (success: Success) => unknown;
  readonly onError: { readonly [K in Failure['kind']]: (failure: Extract<Failure, { readonly kind: K }>) => Refusal };
};

/** Judges a body in the order of decisions 3: query parameters, of which there are none, shape, then the use case. */
const judge =
  <Input, Failure extends { readonly kind: string }, Success>(
    endpoint: ReadEndpoint<Input, Failure, Success>,
    caller: Caller,
    url: string,
  ) =>
  ({ value }: JsonBody): TE.TaskEither<Refusal, Answer> =>
    pipe(
      readFlags({}, url),
      E.chain(() => pipe(decodePayload(endpoint.input, value), E.mapLeft(failedValidation))),
      TE.fromEither,
      TE.chain((input) =>
        pipe(
          endpoint.useCase(caller, input),
          TE.bimap(
            (failure) => refusalOf<Failure>(endpoint.onError, failure),
            (success) => ({ status: 200, body: JSON.stringify(endpoint.toBody(success)) }),
          ),
        ),
      ),
    );

/** Serves a reading endpoint; the same steps as an import's, without a record. */
export const serveReadEndpoint = <Input, Failure extends { readonly kind: string }, Success>(
  endpoint: ReadEndpoint<Input, Failure, Success>,
  ports: BodyPorts,
): ServedEndpoint => {
  const refuse = (refusal: Refusal): Ending => ({ answer: toErrorAnswer(refusal), cause: refusal.cause });
  return {
    name: endpoint.name,
    toAnswer: toErrorAnswer,
    serve: serveBody(ports, toErrorAnswer, (caller, { url }) => ({
      onUnread: (refusal) => T.of(refuse(refusal)),
      onBody: (body) =>
        pipe(
          judge(endpoint, caller, url)(body),
          TE.match(refuse, (answer) => ({ answer, cause: undefined })),
        ),
    })),
  };
};
