import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '@carryover/application/authenticate';
import type { Caller } from '@carryover/application/import-request';
import { type Codec, decodePayload } from '@carryover/contract/codecs/codec';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type JsonBody, parseBody, readBody } from './body-reader.ts';
import type { Served, ServedEndpoint } from './endpoint.ts';
import type { InFlightBudget } from './in-flight-budget.ts';
import { readFlags } from './query-parameters.ts';
import { type Answer, failedValidation, type Refusal, toErrorAnswer } from './refusal.ts';
import { callerOf } from './token-auth.ts';

/** An endpoint that reads back what landed (decisions 13): it leaves no import record, and refuses unknown fields always. */
export type ReadEndpoint<Input, Failure extends { readonly kind: string }, Success> = {
  /** Its address is `/v1/data-import/{name}/`. */
  readonly name: string;
  readonly input: Codec<Input>;
  readonly useCase: (caller: Caller, input: Input) => TE.TaskEither<Failure, Success>;
  readonly toBody: (success: Success) => unknown;
  readonly onError: { readonly [K in Failure['kind']]: (failure: Extract<Failure, { readonly kind: K }>) => Refusal };
};

export type ReadEndpointPorts = {
  readonly authenticate: Authenticate;
  readonly maxBodyBytes: number;
  readonly inFlight: InFlightBudget;
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
            (failure) => endpoint.onError[failure.kind as Failure['kind']](failure as never),
            (success) => ({ status: 200, body: JSON.stringify(endpoint.toBody(success)) }),
          ),
        ),
      ),
    );

/** The one way of a request through a reading endpoint; the same steps as an import's, without a record. */
export const serveReadEndpoint = <Input, Failure extends { readonly kind: string }, Success>(
  endpoint: ReadEndpoint<Input, Failure, Success>,
  ports: ReadEndpointPorts,
): ServedEndpoint => {
  const answerTo = (http: IncomingMessage, caller: Caller): T.Task<Served> =>
    pipe(
      readBody(http, ports.maxBodyBytes),
      TE.chain((bytes) =>
        ports.inFlight(
          bytes.length,
          pipe(TE.fromEither(parseBody(bytes)), TE.chain(judge(endpoint, caller, http.url ?? ''))),
        ),
      ),
      TE.match(
        (refusal) => ({ answer: toErrorAnswer(refusal), caller, cause: refusal.cause }),
        (answer) => ({ answer, caller, cause: undefined }),
      ),
    );
  return {
    name: endpoint.name,
    toAnswer: toErrorAnswer,
    serve: (http) =>
      pipe(
        callerOf(ports.authenticate, http),
        TE.matchE(
          (refusal) => T.of<Served>({ answer: toErrorAnswer(refusal), caller: null, cause: refusal.cause }),
          (caller) => answerTo(http, caller),
        ),
      )(),
  };
};
