import type { ImportRequest } from '@carryover/application/import-request';
import { strictly } from '@carryover/application/judge';
import type { Clock } from '@carryover/application/ports/clock';
import type { RefusedImports } from '@carryover/application/ports/imports';
import * as TE from '@carryover/application/task-either';
import type { UnknownFieldsPolicy } from '@carryover/application/unknown-fields-policy';
import { inDocumentOrder } from '@carryover/contract/issue';
import { MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import type { JsonBody } from './body-reader.ts';
import { decodeBody } from './decode-body.ts';
import { type Endpoint, type NamesAccount, refusalOf, toIncoming } from './endpoint.ts';
import { type Flags, readFlags } from './query-parameters.ts';
import { namesOf } from './record-attempt.ts';
import type { Answer, Refusal } from './refusal.ts';
import type { BodyPorts, ServedEndpoint } from './serve-body.ts';
import { serveRecorded } from './serve-recorded.ts';
import { submittedOf } from './submitted.ts';

export type ImportPorts = BodyPorts & {
  readonly unknownFieldsPolicy: UnknownFieldsPolicy;
  readonly refusedImports: RefusedImports;
  readonly clock: Clock;
};

/** Serves an endpoint's `create/`: all or nothing, the first refusal decides. */
export const serveImport = <
  Input extends NamesAccount,
  F extends Flags,
  Failure extends { readonly kind: string },
  Success,
>(
  endpoint: Endpoint<Input, F, Failure, Success>,
  ports: ImportPorts,
): ServedEndpoint => {
  /** In the order of decisions 3: query parameters, shape, then the use case. */
  const judge = (request: ImportRequest, url: string, body: JsonBody): TE.TaskEither<Refusal, Answer> =>
    pipe(
      TE.Do,
      TE.bind('flags', () => TE.fromEither(readFlags(endpoint.flags, url))),
      TE.bind('decoded', () =>
        decodeBody(endpoint.input, body.value, MAX_REPORTED_ISSUES, request.caller, ports.unknownFieldsPolicy),
      ),
      TE.chain(({ flags, decoded }) => {
        const on = {
          payload: body.bytes,
          itemCount: endpoint.itemsOf(decoded.sent),
          flags,
          judge: strictly<Failure>(),
        };
        return pipe(
          endpoint.useCase(toIncoming(request, decoded, on)),
          TE.bimap(
            (failure) => refusalOf<Failure>(endpoint.onError, failure),
            (success) => endpoint.onSuccess(success, submittedOf(body, decoded)),
          ),
        );
      }),
      TE.mapLeft((refusal) => ({ ...refusal, issues: inDocumentOrder(body.value, refusal.issues) })),
    );

  return serveRecorded(ports, {
    name: `${endpoint.kind}/create`,
    records: ports.refusedImports,
    itemsOf: endpoint.itemsOf,
    toAnswer: endpoint.toErrorAnswer,
    judge,
    end: ({ id: recordId }, { value }, answer) => {
      const items = namesOf(value, endpoint.itemsOf).itemCount ?? 0;
      return T.of({ answer, cause: undefined, items, recordId });
    },
  });
};
