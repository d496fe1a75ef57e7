import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '@carryover/application/authenticate';
import type { Caller, ImportEndpoint, ImportRequest, Submission } from '@carryover/application/import-request';
import type { Clock } from '@carryover/application/ports/clock';
import type { RefusedImports } from '@carryover/application/ports/imports';
import type { UnknownFieldsPolicy } from '@carryover/application/unknown-fields-policy';
import type { Codec } from '@carryover/contract/codecs/codec';
import { inDocumentOrder } from '@carryover/contract/issue';
import type { JsonObject, JsonValue } from '@carryover/contract/json/exact-json';
import type { AccountRef } from '@carryover/domain/account';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type JsonBody, parseBody, readBody } from './body-reader.ts';
import { type DecodedBody, decodeBody } from './decode-body.ts';
import type { InFlightBudget } from './in-flight-budget.ts';
import { type Flags, readFlags } from './query-parameters.ts';
import { type RefusedBody, recordRefusal, unread } from './record-refusal.ts';
import type { Answer, Refusal } from './refusal.ts';
import { callerOf } from './token-auth.ts';

/** The fields of every request's body that say which account it is for. */
type NamesAccount = { readonly import_supplier: string; readonly external_account_number: string };

/** A request that is well formed, as its use case wants it. */
export type Incoming<Input, F extends Flags> = {
  readonly request: ImportRequest;
  readonly submission: Submission;
  readonly account: AccountRef;
  readonly input: Input;
  readonly flags: F;
};

/** What one of the five endpoints is made of; an error kind without an answer does not compile. */
export type Endpoint<
  Input extends NamesAccount,
  F extends Flags,
  Failure extends { readonly kind: string },
  Success,
> = {
  /** Its address is `/v1/data-import/{name}/`. */
  readonly name: ImportEndpoint;
  readonly input: Codec<Input>;
  /** Query parameters with their defaults. */
  readonly flags: F;
  /** How many items were sent, whether or not they are valid. */
  readonly itemsOf: (sent: JsonObject) => number;
  readonly useCase: (incoming: Incoming<Input, F>) => TE.TaskEither<Failure, Success>;
  /** @param sent the body as submitted, number tokens and all, without fields that were left out. */
  readonly onSuccess: (success: Success, sent: JsonObject) => Answer;
  readonly onError: { readonly [K in Failure['kind']]: (failure: Extract<Failure, { readonly kind: K }>) => Refusal };
  /** @param sent null where the body could not be read. */
  readonly toErrorAnswer: (refusal: Refusal, sent: JsonValue | null) => Answer;
};

export type EndpointPorts = {
  readonly authenticate: Authenticate;
  readonly unknownFieldsPolicy: UnknownFieldsPolicy;
  readonly refusedImports: RefusedImports;
  readonly clock: Clock;
  readonly maxBodyBytes: number;
  readonly inFlight: InFlightBudget;
};

/** An answer, and what of it only the log may know. */
export type Served = { readonly answer: Answer; readonly caller: Caller | null; readonly cause: unknown };

/** Serves one request whose address and method are right. @param id of the request, UUID version 7. */
export type Serve = (request: IncomingMessage, id: string) => Promise<Served>;

/** An endpoint below `/v1/data-import/`, ready to serve. */
export type ServedEndpoint = {
  readonly name: string;
  readonly serve: Serve;
  /** The endpoint's form of an error that is found before its body is read. */
  readonly toAnswer: (refusal: Refusal) => Answer;
};

/** The length of a list that was sent; 0 of anything else. */
export const lengthOf = (value: JsonValue | undefined): number => (Array.isArray(value) ? value.length : 0);

type AnyEndpoint<Input extends NamesAccount, F extends Flags, Failure extends { readonly kind: string }, Success> = {
  readonly endpoint: Endpoint<Input, F, Failure, Success>;
  readonly ports: EndpointPorts;
};

/** Judges a body that could be read, in the order of decisions 3: query parameters, shape, then the use case. */
const judge =
  <Input extends NamesAccount, F extends Flags, Failure extends { readonly kind: string }, Success>(
    { endpoint, ports }: AnyEndpoint<Input, F, Failure, Success>,
    request: ImportRequest,
    url: string,
  ) =>
  ({ text, value }: JsonBody): TE.TaskEither<RefusedBody, Answer> => {
    const { organisationId } = request.caller;
    const doIt = (flags: F, { input, sent, unknownFields }: DecodedBody<Input>): TE.TaskEither<Refusal, Answer> =>
      pipe(
        endpoint.useCase({
          request,
          submission: { payload: text, itemCount: endpoint.itemsOf(sent), unknownFields },
          account: {
            organisationId,
            supplierCode: input.import_supplier,
            externalAccountNumber: input.external_account_number,
          },
          input,
          flags,
        }),
        TE.bimap(
          (failure) => endpoint.onError[failure.kind as Failure['kind']](failure as never),
          (success) => endpoint.onSuccess(success, sent),
        ),
      );
    return pipe(
      TE.Do,
      TE.bind('flags', () => TE.fromEither(readFlags(endpoint.flags, url))),
      TE.bind('decoded', () => decodeBody(endpoint.input, value, organisationId, ports.unknownFieldsPolicy)),
      TE.chain(({ flags, decoded }) => doIt(flags, decoded)),
      TE.mapLeft((refusal) => ({
        refusal: { ...refusal, issues: inDocumentOrder(value, refusal.issues) },
        sent: value,
      })),
    );
  };

/** The one way of a request through an endpoint: token, media type, size, parsing, then what the body says. */
export const serveEndpoint = <
  Input extends NamesAccount,
  F extends Flags,
  Failure extends { readonly kind: string },
  Success,
>(
  endpoint: Endpoint<Input, F, Failure, Success>,
  ports: EndpointPorts,
): ServedEndpoint => {
  const refuse = (request: ImportRequest, refused: RefusedBody): T.Task<Served> =>
    pipe(
      recordRefusal(ports.refusedImports, endpoint.itemsOf, request, refused),
      T.map((refusal) => ({
        answer: endpoint.toErrorAnswer(refusal, refused.sent),
        caller: request.caller,
        cause: refusal.cause,
      })),
    );

  const serveCaller = (http: IncomingMessage, request: ImportRequest): T.Task<Served> =>
    pipe(
      readBody(http, ports.maxBodyBytes),
      TE.mapLeft(unread),
      TE.chain((bytes) =>
        ports.inFlight(
          bytes.length,
          pipe(
            TE.fromEither(parseBody(bytes)),
            TE.mapLeft(unread),
            TE.chain(judge({ endpoint, ports }, request, http.url ?? '')),
          ),
        ),
      ),
      TE.matchE(
        (refused) => refuse(request, refused),
        (answer) => T.of({ answer, caller: request.caller, cause: undefined }),
      ),
    );

  const toAnswer = (refusal: Refusal): Answer => endpoint.toErrorAnswer(refusal, null);
  return {
    name: endpoint.name,
    toAnswer,
    serve: (http, id) =>
      pipe(
        callerOf(ports.authenticate, http),
        TE.matchE(
          (refusal) => T.of<Served>({ answer: toAnswer(refusal), caller: null, cause: refusal.cause }),
          (caller) => serveCaller(http, { id, receivedAt: ports.clock.now(), caller, endpoint: endpoint.name }),
        ),
      )(),
  };
};
