import type {
  ImportEndpoint as ImportEndpointName,
  ImportRequest,
} from '@carryover/application/imports/import-request';
import { type Judge, strictly } from '@carryover/application/imports/judge';
import type { UnknownFieldsPolicy } from '@carryover/application/imports/unknown-fields-policy';
import { inDocumentOrder } from '@carryover/contract/issue';
import { MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ImportEndpoint, Incoming, NamesAccount, Submitted } from '../endpoints/endpoint.ts';
import type { Answer } from '../responses/answer.ts';
import { type Rejection, rejectionOf } from '../responses/rejection.ts';
import type { Context, ParsedContext, Step } from './context.ts';
import { type DecodedBody, decodeBody, type Flags, readFlags } from './decode.ts';
import { respond } from './respond.ts';

/** Returns the identity of a request for its import record. */
export const requestOf = (
  { id, receivedAt, caller, payloadSha256 }: Context,
  endpoint: ImportEndpointName,
): ImportRequest => ({ id, receivedAt, caller: caller!, endpoint, payloadSha256 });

/** The outcome of a request whose query parameters are valid. */
export type Outcome<Failure, Success> =
  /** The body does not have the endpoint's shape. */
  | { readonly kind: 'malformed'; readonly rejection: Rejection }
  /** The use case decided. */
  | {
      readonly kind: 'decided';
      readonly decided: E.Either<Failure, Success>;
      readonly judge: Judge<Failure>;
      readonly submitted: Submitted;
      readonly itemCount: number;
    };

/** The mode of an import endpoint: `create/` stores all or nothing, `validate/` reports what `create/` would do. */
export type Mode = {
  readonly action: 'create' | 'validate';
  /** The number of errors that are collected. */
  readonly maxIssues: number;
  readonly makeJudge: <Failure>() => Judge<Failure>;
  readonly toAnswer: <Input extends NamesAccount, F extends Flags, Failure extends { readonly kind: string }, Success>(
    endpoint: ImportEndpoint<Input, F, Failure, Success>,
    outcome: Outcome<Failure, Success>,
    context: ParsedContext,
  ) => TE.TaskEither<Rejection, Answer>;
};

/** The headers of a 201 with which a client can later prove what was accepted (decisions 16). */
const receiptOf = ({ id, payloadSha256 }: ParsedContext) => ({ 'X-Import-Id': id, 'X-Payload-SHA256': payloadSha256 });

/** Stores all or nothing; the first rejection decides. */
export const create: Mode = {
  action: 'create',
  maxIssues: MAX_REPORTED_ISSUES,
  makeJudge: strictly,
  toAnswer: (endpoint, outcome, context) => {
    const { value } = context.body;
    const reject = (rejection: Rejection) =>
      TE.left({ ...rejection, issues: inDocumentOrder(value, rejection.issues) });
    if (outcome.kind === 'malformed') return reject(outcome.rejection);
    const { decided, submitted, itemCount } = outcome;
    if (E.isLeft(decided)) return reject(rejectionOf(endpoint.onError, decided.left));
    context.recordId = context.id;
    context.items = itemCount;
    const answer = endpoint.onSuccess(decided.right, submitted);
    return TE.right({ ...answer, headers: { ...answer.headers, ...receiptOf(context) } });
  },
};

const toIncoming = <Input extends NamesAccount, F extends Flags, Failure>(
  { kind }: { readonly kind: ImportEndpoint<Input, F, never, unknown>['kind'] },
  action: Mode['action'],
  context: ParsedContext,
  on: {
    readonly decoded: DecodedBody<Input>;
    readonly itemCount: number;
    readonly flags: F;
    readonly judge: Judge<Failure>;
  },
): Incoming<Input, F, Failure> => {
  const { input, unknownFields } = on.decoded;
  return {
    request: requestOf(context, `${kind}/${action}`),
    submission: { payload: context.body.bytes, itemCount: on.itemCount, unknownFields },
    account: {
      organisationId: context.caller.organisationId,
      supplierCode: input.import_supplier,
      externalAccountNumber: input.external_account_number,
    },
    input,
    flags: on.flags,
    judge: on.judge,
    commit: action === 'create',
  };
};

/** Runs an import endpoint on a parsed body: query parameters, shape, use case, answer (decisions 3, order of checks). */
export const runImport = <
  Input extends NamesAccount,
  F extends Flags,
  Failure extends { readonly kind: string },
  Success,
>(
  endpoint: ImportEndpoint<Input, F, Failure, Success>,
  mode: Mode,
  unknownFieldsPolicy: UnknownFieldsPolicy,
): Step => {
  const input = endpoint.input.withMaxIssues(mode.maxIssues);
  return async (request, response, next) => {
    const context = response.locals as ParsedContext;
    const flags = readFlags(endpoint.flags, request.url);
    if (E.isLeft(flags)) return next(flags.left);

    const decide = async (): Promise<Outcome<Failure, Success>> => {
      const decoded = await decodeBody(input, context, unknownFieldsPolicy)();
      if (E.isLeft(decoded)) return { kind: 'malformed', rejection: decoded.left };
      const judge = mode.makeJudge<Failure>();
      const itemCount = endpoint.itemsOf(decoded.right.sent);
      const on = { decoded: decoded.right, itemCount, flags: flags.right, judge };
      const decided = await endpoint.useCase(toIncoming(endpoint, mode.action, context, on))();
      const { sent, unknownFields } = decoded.right;
      const submitted = { sent, body: unknownFields.length === 0 ? context.body : null };
      return { kind: 'decided', decided, judge, submitted, itemCount };
    };
    const answer = await mode.toAnswer(endpoint, await decide(), context)();
    if (E.isLeft(answer)) next(answer.left);
    else respond(response, answer.right);
  };
};
