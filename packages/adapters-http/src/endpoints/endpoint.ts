import type { Caller, ImportKind, ImportRequest, Submission } from '@carryover/application/imports/import-request';
import type { Judge } from '@carryover/application/imports/judge';
import type { Codec } from '@carryover/contract/codecs/codec';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { AccountRef } from '@carryover/domain/account';
import type * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Flags } from '../pipeline/decode.ts';
import type { JsonBody } from '../pipeline/parse-body.ts';
import type { Answer } from '../responses/answer.ts';
import type { Rejections, ToErrorAnswer } from '../responses/rejection.ts';

/** The body of a request as it was submitted, without the fields that were left out. */
export type Submitted = {
  readonly sent: JsonObject;
  /** The body as received; null if fields were left out, so that its text differs from what is answered. */
  readonly body: JsonBody | null;
};

/** The fields of every request's body that name the account. */
export type NamesAccount = { readonly import_supplier: string; readonly external_account_number: string };

/** A well-formed request, as its use case expects it. */
export type Incoming<Input, F extends Flags, Failure> = {
  readonly request: ImportRequest;
  readonly submission: Submission;
  readonly account: AccountRef;
  readonly input: Input;
  readonly flags: F;
  readonly judge: Judge<Failure>;
  readonly commit: boolean;
};

/** A transaction whose date is changed, by the names of decisions 13. */
export type Move = {
  readonly transaction_id: string;
  readonly transaction_date: string;
  readonly new_transaction_date: string;
};

/** One of the five import endpoints, with its `create/` and `validate/`. */
export type ImportEndpoint<
  Input extends NamesAccount,
  F extends Flags,
  Failure extends { readonly kind: string },
  Success,
> = {
  readonly kind: ImportKind;
  readonly input: Codec<Input>;
  /** Query parameters with their defaults. */
  readonly flags: F;
  /** The number of items sent, whether or not they are valid. */
  readonly itemsOf: (sent: JsonObject) => number;
  readonly useCase: (incoming: Incoming<Input, F, Failure>) => TE.TaskEither<Failure, Success>;
  readonly onSuccess: (success: Success, submitted: Submitted) => Answer;
  readonly onError: Rejections<Failure>;
  /** The form of the errors of `create/`. */
  readonly toErrorAnswer: ToErrorAnswer;
  readonly movedBy: (decided: E.Either<Failure, Success>) => ReadonlyArray<Move>;
};

/** An endpoint that reads stored data (decisions 13): it writes no import record and always rejects unknown fields. */
export type ReadEndpoint<Input, Failure extends { readonly kind: string }, Success> = {
  /** The path is `/v1/data-import/{name}/`. */
  readonly name: string;
  readonly input: Codec<Input>;
  readonly useCase: (caller: Caller, input: Input) => TE.TaskEither<Failure, Success>;
  readonly toBody: (success: Success) => unknown;
  readonly onError: Rejections<Failure>;
};
