import { noting } from '@carryover/application/imports/judge';
import type { DryRuns } from '@carryover/application/ports/import-attempts';
import { attrOf, type Issue, inDocumentOrder } from '@carryover/contract/issue';
import { MAX_DRY_RUN_ISSUES } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ImportEndpoint, Move, NamesAccount } from '../endpoints/endpoint.ts';
import type { Answer } from '../responses/answer.ts';
import { ofStoreFailure, type Rejection, rejectionOf, toErrorItem } from '../responses/rejection.ts';
import type { Flags } from './decode.ts';
import { firstErrorOf, namesOf } from './record-rejection.ts';
import { type Mode, type Outcome, requestOf } from './run.ts';

/** The result that `create/` would have (decisions 13). */
type Report = {
  /** JSON text of the body of `create/`'s answer; null if the request is invalid, or the answer has no body. */
  readonly results: string | null;
  readonly errors: ReadonlyArray<Issue>;
  readonly moved: ReadonlyArray<Move>;
};

const toReportAnswer = ({ results, errors, moved }: Report): Answer => ({
  status: 200,
  body: `{"valid":${errors.length === 0},"results":${results},"errors":${JSON.stringify(errors.map(toErrorItem))},"moved":${JSON.stringify(moved)}}`,
});

/** Removes duplicates: an issue that was noted may also be the one that ended the request. */
const unique = (issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> => [
  ...new Map(issues.map((issue) => [`${issue.code} ${attrOf(issue.path)}`, issue])).values(),
];

/** @returns Left if a rejection is about neither the payload nor stored data, so that it does not belong in a report. */
const reportRejections = (
  rejections: ReadonlyArray<Rejection>,
  moved: ReadonlyArray<Move>,
): E.Either<Rejection, Report> => {
  const other = rejections.find(({ issues }) => issues.length === 0);
  const errors = unique(rejections.flatMap(({ issues }) => issues));
  return other === undefined ? E.right({ results: null, errors, moved }) : E.left(other);
};

const reportOf = <Input extends NamesAccount, F extends Flags, Failure extends { readonly kind: string }, Success>(
  endpoint: ImportEndpoint<Input, F, Failure, Success>,
  outcome: Outcome<Failure, Success>,
): E.Either<Rejection, Report> => {
  if (outcome.kind === 'malformed') return reportRejections([outcome.rejection], []);
  const { decided, judge, submitted } = outcome;
  const moved = endpoint.movedBy(decided);
  if (E.isLeft(decided)) {
    const failures = [...judge.noted, decided.left];
    return reportRejections(
      failures.map((failure) => rejectionOf(endpoint.onError, failure)),
      moved,
    );
  }
  const results = endpoint.onSuccess(decided.right, submitted).body?.toString() ?? null;
  return E.right({ results, errors: [], moved });
};

/** Reports what `create/` would do, with all errors; its use cases run over a unit of work that writes nothing. */
export const validate = (dryRuns: DryRuns): Mode => ({
  action: 'validate',
  maxIssues: MAX_DRY_RUN_ISSUES,
  makeJudge: noting,
  toAnswer: (endpoint, outcome, context) =>
    pipe(
      TE.fromEither(reportOf(endpoint, outcome)),
      TE.map((report) => ({
        ...report,
        errors: inDocumentOrder(context.body.value, report.errors, MAX_DRY_RUN_ISSUES),
      })),
      TE.tap(({ errors }) => {
        const name = `${endpoint.kind}/validate` as const;
        return pipe(
          dryRuns.record({
            request: requestOf(context, name),
            ...namesOf(context.body.value, endpoint.itemsOf),
            status: 200,
            code: errors[0]?.code ?? null,
            detail: errors[0]?.detail ?? null,
            ...firstErrorOf(name, context.body.value, errors),
          }),
          TE.mapLeft((failure): Rejection => ({ ...ofStoreFailure(failure), leavesNoRecord: true })),
        );
      }),
      TE.map((report) => {
        context.recordId = context.id;
        return toReportAnswer(report);
      }),
    ),
});
