import type { Refusals, readUnknownFieldsPolicy } from '@carryover/application/imports/checks';
import type {
  ImportCommand,
  ImportKind,
  ImportRecords,
  ImportRequest,
} from '@carryover/application/ports/import-records';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { Codec } from '@carryover/contract/codecs/codec';
import { noParameters } from '@carryover/contract/codecs/shared-fields';
import { stripUnknownFields } from '@carryover/contract/codecs/unknown-fields';
import { attrOf, type Issue, inDocumentOrder } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, type JsonValue, lengthOf, memberOf } from '@carryover/contract/json/exact-json';
import { MAX_DRY_RUN_ISSUES, MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RNEA from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type Answer,
  failedValidation,
  ofStoreFailure,
  type Rejection,
  type Rejections,
  rejectionOf,
  type ToErrorAnswer,
  toErrorAnswer,
  toErrorItem,
} from '../errors/rejection.ts';
import type { JsonBody } from '../read-body.ts';
import { type DataImportRoute, type Received, readQuery } from '../receive.ts';
import type { Context } from '../request.ts';
import { type CountItems, type Lists, recordDryRun, recordRejection } from './import-record.ts';

/** A billing document and each of its transactions are items. */
export const makeCountItems =
  (lists: Lists): CountItems =>
  (sent) => {
    if (lists.length === 0) return 1;
    const counts = lists.flatMap((list) => {
      const items = memberOf(sent, list);
      const inner = list === 'historical_billing_documents' && Array.isArray(items) ? items : [];
      return [lengthOf(items), ...inner.map((document: JsonValue) => lengthOf(memberOf(document, 'transactions')))];
    });
    return counts.reduce((total, count) => total + count, 0);
  };

/** The body of a request as it was submitted, without the fields that were left out. */
export type Submitted = {
  readonly sent: JsonObject;
  /** The body as received; null if fields were left out, so that its text differs from what is answered. */
  readonly body: JsonBody | null;
};

/** A transaction whose date is changed, by the names of decisions 13. */
export type Move = {
  readonly transaction_id: string;
  readonly transaction_date: string;
  readonly new_transaction_date: string;
};

/** The members of every request's body that name the account. */
type NamesAccount = { readonly importSupplier: string; readonly externalAccountNumber: string };

/** One of the five import endpoints, with its `create/` and `validate/`. */
export type ImportEndpoint<
  Input extends NamesAccount,
  Refusal extends { readonly kind: string },
  Success,
  Parameters = object,
> = {
  readonly kind: ImportKind;
  readonly input: Codec<Input>;
  /** The query parameters; absent if it has none. */
  readonly parameters?: Codec<Parameters>;
  readonly lists: Lists;
  readonly run: (
    command: ImportCommand,
    input: Input,
    parameters: Parameters,
  ) => TE.TaskEither<Refusals<Refusal> | StoreFailure, Success>;
  readonly onSuccess: (success: Success, submitted: Submitted, input: Input) => Answer;
  readonly onRefused: Rejections<Refusal>;
  /** The form of the errors of `create/`, if it is not that of all endpoints. */
  readonly toErrorAnswer?: ToErrorAnswer;
  /** What a dry run reports as moved. */
  readonly movedBy?: (decided: E.Either<ReadonlyArray<Refusal>, Success>) => ReadonlyArray<Move>;
};

type ImportPorts = {
  readonly unknownFields: ReturnType<typeof readUnknownFieldsPolicy>;
  readonly records: ImportRecords;
};

/** A body that has its endpoint's shape. */
type DecodedBody<Input> = {
  readonly input: Input;
  /** As submitted, without the fields that were left out. */
  readonly sent: JsonObject;
  /** Dot-delimited paths of the fields that were left out. */
  readonly unknownFields: ReadonlyArray<string>;
};

/** Decodes a body without the fields that the interface does not know. @returns Left with the errors in document order. */
export const decodeKnownFields = <Input>(
  codec: Codec<Input>,
  value: JsonValue,
  maxIssues: number,
): E.Either<ReadonlyArray<Issue>, DecodedBody<Input>> => {
  const { body, unknownFields } = stripUnknownFields(codec, value);
  return pipe(
    codec.check(body, maxIssues),
    E.map((input) => ({ input, sent: body as JsonObject, unknownFields })),
  );
};

/** Of an error at the supplier's code, there is no supplier whose policy could be read. */
const isAboutSupplier = ({ path }: Issue): boolean => path.length === 0 || path[0] === 'import_supplier';

/**
 * Decodes a whole payload. Fields that the interface does not know are rejected, or left out and reported if the supplier is
 * configured so (decisions 2, 3).
 *
 * @returns Left with the errors in document order.
 */
const decodeBody = async <Input>(
  codec: Codec<Input>,
  { body: { value }, caller: { organisationId } }: Received,
  policyOf: ImportPorts['unknownFields'],
  maxIssues: number,
): Promise<E.Either<Rejection, DecodedBody<Input>>> => {
  const decoded = codec.check(value, maxIssues);
  if (E.isRight(decoded)) return E.right({ input: decoded.right, sent: value as JsonObject, unknownFields: [] });
  const rejected = E.left(failedValidation(decoded.left));
  const supplierCode = isJsonObject(value) ? value.import_supplier : null;
  if (typeof supplierCode !== 'string' || decoded.left.some(isAboutSupplier)) return rejected;
  if (!decoded.left.some(({ code }) => code === 'unknown_field')) return rejected;
  const policy = await policyOf({ organisationId, supplierCode })();
  if (E.isLeft(policy)) return E.left(ofStoreFailure(policy.left));
  if (policy.right !== 'report') return rejected;
  return pipe(decodeKnownFields(codec, value, maxIssues), E.mapLeft(failedValidation));
};

/** What an endpoint decided on a request. */
type Decided = {
  /** The answer of `create/`, or all rejections that were found. */
  readonly result: E.Either<Refusals<Rejection>, Answer>;
  readonly moved: ReadonlyArray<Move>;
  readonly itemCount: number;
};

/** Removes duplicates: two checks may have found the same. */
const unique = (issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> => [
  ...new Map(issues.map((issue) => [`${issue.code} ${attrOf(issue.path)}`, issue])).values(),
];

/**
 * Returns the errors that a dry run reports, in document order (decisions 13).
 *
 * @returns Left if a rejection is about neither the payload nor stored data, so that it does not belong in a report.
 */
const errorsOf = (rejections: ReadonlyArray<Rejection>, body: JsonValue): E.Either<Rejection, ReadonlyArray<Issue>> => {
  const other = rejections.find(({ issues }) => issues.length === 0);
  if (other !== undefined) return E.left(other);
  return E.right(inDocumentOrder(body, unique(rejections.flatMap(({ issues }) => issues)), MAX_DRY_RUN_ISSUES));
};

/** Returns the report of what `create/` would do. @param results JSON text of its body; null if it has none, or there are errors. */
const toReport = (results: string | null, errors: ReadonlyArray<Issue>, moved: ReadonlyArray<Move>): Answer => ({
  status: 200,
  body: `{"valid":${errors.length === 0},"results":${results},"errors":${JSON.stringify(errors.map(toErrorItem))},"moved":${JSON.stringify(moved)}}`,
});

/**
 * Returns the two routes of an endpoint: `create/` stores all or nothing and answers with the first rejection, `validate/`
 * stores nothing and reports what `create/` would do, with all errors.
 */
export const importRoutes = <
  Input extends NamesAccount,
  Refusal extends { readonly kind: string },
  Success,
  Parameters,
>(
  endpoint: ImportEndpoint<Input, Refusal, Success, Parameters>,
  { unknownFields: policyOf, records }: ImportPorts,
): ReadonlyArray<DataImportRoute> => {
  const { kind, lists, onRefused, movedBy = () => [] } = endpoint;
  const codecOfParameters = (endpoint.parameters ?? noParameters) as Codec<Parameters>;
  const countItems = makeCountItems(lists);

  const makeRoute = (commit: boolean): DataImportRoute => {
    const name = `${kind}/${commit ? 'create' : 'validate'}` as const;
    const maxIssues = commit ? MAX_REPORTED_ISSUES : MAX_DRY_RUN_ISSUES;

    const requestOf = ({ id, receivedAt, caller, payloadSha256, loadId }: Received): ImportRequest => ({
      id,
      receivedAt,
      caller,
      endpoint: name,
      payloadSha256,
      loadId,
    });

    /** Decodes the body and runs the use case (decisions 3, order of checks). */
    const decide = async (received: Received, parameters: Parameters): Promise<Decided> => {
      const { body, caller } = received;
      const decoded = await decodeBody(endpoint.input, received, policyOf, maxIssues);
      if (E.isLeft(decoded)) return { result: E.left([decoded.left]), moved: [], itemCount: 0 };
      const { input, sent, unknownFields } = decoded.right;
      const itemCount = countItems(sent);
      const command: ImportCommand = {
        request: requestOf(received),
        submission: { payload: body.bytes, itemCount, unknownFields },
        account: {
          organisationId: caller.organisationId,
          supplierCode: input.importSupplier,
          externalAccountNumber: input.externalAccountNumber,
        },
        commit,
      };
      const submitted = { sent, body: unknownFields.length === 0 ? body : null };
      const decided = await endpoint.run(command, input, parameters)();
      if (E.isRight(decided)) {
        const answer = endpoint.onSuccess(decided.right, submitted, input);
        return { result: E.right(answer), moved: movedBy(decided), itemCount };
      }
      if ('kind' in decided.left) return { result: E.left([ofStoreFailure(decided.left)]), moved: [], itemCount };
      const rejections = RNEA.map((refusal: Refusal) => rejectionOf(onRefused, refusal))(decided.left);
      return { result: E.left(rejections), moved: movedBy(E.left(decided.left)), itemCount };
    };

    const toCreated = ({ result, itemCount }: Decided, received: Received, context: Context) => {
      if (E.isLeft(result)) {
        const [first] = result.left;
        return E.left({ ...first, issues: inDocumentOrder(received.body.value, first.issues) });
      }
      context.recordId = received.id;
      context.items = itemCount;
      const { headers, ...answer } = result.right;
      // With these a client can later prove what was accepted (decisions 16).
      const receipt = { 'X-Import-Id': received.id, 'X-Payload-SHA256': received.payloadSha256 };
      return E.right({ ...answer, headers: { ...headers, ...receipt } });
    };

    const toDryRun = async ({ result, moved }: Decided, received: Received, context: Context) => {
      const { value } = received.body;
      const errors = E.isLeft(result) ? errorsOf(result.left, value) : E.right([]);
      if (E.isLeft(errors)) return errors;
      const recorded = await recordDryRun(records.dryRun, requestOf(received), value, countItems, errors.right);
      if (E.isLeft(recorded)) return recorded;
      context.recordId = received.id;
      const results = E.isRight(result) ? (result.right.body?.toString() ?? null) : null;
      return E.right(toReport(results, errors.right, moved));
    };

    return {
      name,
      toErrorAnswer: (commit && endpoint.toErrorAnswer) || toErrorAnswer,
      answer: async (received, context) => {
        const parameters = readQuery(codecOfParameters, received.url);
        if (E.isLeft(parameters)) return parameters;
        const decided = await decide(received, parameters.right);
        return commit ? toCreated(decided, received, context) : toDryRun(decided, received, context);
      },
      onRejected: recordRejection(name, commit ? records.refused : records.dryRun, lists, countItems),
    };
  };
  return [makeRoute(true), makeRoute(false)];
};
