import type { ImportRequest } from '@carryover/application/import-request';
import { noting } from '@carryover/application/judge';
import type { DryRuns } from '@carryover/application/ports/imports';
import * as TE from '@carryover/application/task-either';
import { attrOf, type Issue, inDocumentOrder } from '@carryover/contract/issue';
import { MAX_DRY_RUN_ISSUES } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import type { JsonBody } from './body-reader.ts';
import { type DecodedBody, decodeBody } from './decode-body.ts';
import { type Endpoint, type Move, type NamesAccount, refusalOf, toIncoming } from './endpoint.ts';
import { type Flags, readFlags } from './query-parameters.ts';
import { namesOf } from './record-attempt.ts';
import { type Answer, ofStoreFailure, type Refusal, toErrorAnswer, toErrorItem } from './refusal.ts';
import type { Ending, ServedEndpoint } from './serve-body.ts';
import type { ImportPorts } from './serve-import.ts';
import { serveRecorded } from './serve-recorded.ts';
import { submittedOf } from './submitted.ts';

/** What `create/` would make of a request (decisions 13). */
type Report = {
  /** JSON text of the body that `create/` would answer; null where it would refuse, or answer none. */
  readonly results: string | null;
  readonly errors: ReadonlyArray<Issue>;
  readonly moved: ReadonlyArray<Move>;
};

const toReportAnswer = ({ results, errors, moved }: Report): Answer => ({
  status: 200,
  body: `{"valid":${errors.length === 0},"results":${results},"errors":${JSON.stringify(errors.map(toErrorItem))},"moved":${JSON.stringify(moved)}}`,
});

/** Each issue once: what was noted on the way may be what the request ended with. */
const unique = (issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> => [
  ...new Map(issues.map((issue) => [`${issue.code} ${attrOf(issue.path)}`, issue])).values(),
];

/** Serves an endpoint's `validate/`. @param endpoint one whose use case leaves nothing. */
export const serveDryRun = <
  Input extends NamesAccount,
  F extends Flags,
  Failure extends { readonly kind: string },
  Success,
>(
  endpoint: Endpoint<Input, F, Failure, Success>,
  ports: ImportPorts & { readonly dryRuns: DryRuns },
): ServedEndpoint => {
  /** Everything the use case refuses. @returns Left where the request is not about its payload or what is stored. */
  const reportRefusals = (failures: ReadonlyArray<Failure>, moved: ReadonlyArray<Move>): E.Either<Refusal, Report> => {
    const refusals = failures.map((failure) => refusalOf<Failure>(endpoint.onError, failure));
    const other = refusals.find(({ issues }) => issues.length === 0);
    const errors = unique(refusals.flatMap(({ issues }) => issues));
    return other === undefined ? E.right({ results: null, errors, moved }) : E.left(other);
  };

  const rehearse = (
    request: ImportRequest,
    decoded: DecodedBody<Input>,
    on: { readonly body: JsonBody; readonly flags: F },
  ): TE.TaskEither<Refusal, Report> => {
    const judge = noting<Failure>();
    const itemCount = endpoint.itemsOf(decoded.sent);
    return pipe(
      endpoint.useCase(toIncoming(request, decoded, { payload: on.body.bytes, flags: on.flags, itemCount, judge })),
      T.map((decided) =>
        E.isLeft(decided)
          ? reportRefusals([...judge.noted, decided.left], endpoint.movedBy(decided))
          : E.right({
              results: endpoint.onSuccess(decided.right, submittedOf(on.body, decoded)).body?.toString() ?? null,
              errors: [],
              moved: endpoint.movedBy(decided),
            }),
      ),
    );
  };

  const judge = (request: ImportRequest, url: string, body: JsonBody): TE.TaskEither<Refusal, Report> =>
    pipe(
      TE.fromEither(readFlags(endpoint.flags, url)),
      TE.chain((flags) =>
        pipe(
          decodeBody(endpoint.input, body.value, MAX_DRY_RUN_ISSUES, request.caller, ports.unknownFieldsPolicy),
          TE.matchE(
            (refusal): TE.TaskEither<Refusal, Report> =>
              refusal.issues.length === 0
                ? TE.left(refusal)
                : TE.right({ results: null, errors: refusal.issues, moved: [] }),
            (decoded) => rehearse(request, decoded, { body, flags }),
          ),
        ),
      ),
      TE.map((report) => ({ ...report, errors: inDocumentOrder(body.value, report.errors, MAX_DRY_RUN_ISSUES) })),
    );

  const report = (request: ImportRequest, { value }: JsonBody, found: Report): T.Task<Ending> => {
    const [first] = found.errors;
    const of = { code: first?.code ?? null, detail: first?.detail ?? null, attr: first ? attrOf(first.path) : null };
    return pipe(
      ports.dryRuns.record({ request, ...namesOf(value, endpoint.itemsOf), status: 200, ...of }),
      TE.match(
        (failure) => ({ answer: toErrorAnswer(ofStoreFailure(failure)), cause: failure.cause }),
        () => ({ answer: toReportAnswer(found), cause: undefined, recordId: request.id }),
      ),
    );
  };

  return serveRecorded(ports, {
    name: `${endpoint.kind}/validate`,
    records: ports.dryRuns,
    itemsOf: endpoint.itemsOf,
    toAnswer: toErrorAnswer,
    judge,
    end: report,
  });
};
