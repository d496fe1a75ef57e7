import type { ImportKind, ImportRequest, Submission } from '@carryover/application/import-request';
import type { Judge } from '@carryover/application/judge';
import type { Codec } from '@carryover/contract/codecs/codec';
import type { JsonObject, JsonValue } from '@carryover/contract/json/exact-json';
import type { AccountRef } from '@carryover/domain/account';
import type * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { DecodedBody } from './decode-body.ts';
import type { Flags } from './query-parameters.ts';
import type { Answer, Refusal } from './refusal.ts';
import type { Submitted } from './submitted.ts';

/** The fields of every request's body that say which account it is for. */
export type NamesAccount = { readonly import_supplier: string; readonly external_account_number: string };

/** A request that is well formed, as its use case wants it. */
export type Incoming<Input, F extends Flags, Failure> = {
  readonly request: ImportRequest;
  readonly submission: Submission;
  readonly account: AccountRef;
  readonly input: Input;
  readonly flags: F;
  readonly judge: Judge<Failure>;
};

/** A transaction whose date is changed, by the names of decisions 13. */
export type Move = {
  readonly transaction_id: string;
  readonly transaction_date: string;
  readonly new_transaction_date: string;
};

/** What one of the five endpoints is made of; an error kind without an answer does not compile. */
export type Endpoint<
  Input extends NamesAccount,
  F extends Flags,
  Failure extends { readonly kind: string },
  Success,
> = {
  readonly kind: ImportKind;
  readonly input: Codec<Input>;
  /** Query parameters with their defaults. */
  readonly flags: F;
  /** How many items were sent, whether or not they are valid. */
  readonly itemsOf: (sent: JsonObject) => number;
  readonly useCase: (incoming: Incoming<Input, F, Failure>) => TE.TaskEither<Failure, Success>;
  readonly onSuccess: (success: Success, submitted: Submitted) => Answer;
  readonly onError: { readonly [K in Failure['kind']]: (failure: Extract<Failure, { readonly kind: K }>) => Refusal };
  /** The form of the import's errors. @param sent null where the body could not be read. */
  readonly toErrorAnswer: (refusal: Refusal, sent: JsonValue | null) => Answer;
  readonly movedBy: (decided: E.Either<Failure, Success>) => ReadonlyArray<Move>;
};

/** How an endpoint answers a failure. */
export const refusalOf = <Failure extends { readonly kind: string }>(
  onError: { readonly [K in Failure['kind']]: (failure: Extract<Failure, { readonly kind: K }>) => Refusal },
  failure: Failure,
): Refusal => onError[failure.kind as Failure['kind']](failure as never);

/** A decoded body as the endpoint's use case wants it. */
export const toIncoming = <Input extends NamesAccount, F extends Flags, Failure>(
  request: ImportRequest,
  { input, unknownFields }: DecodedBody<Input>,
  on: { readonly payload: Uint8Array; readonly itemCount: number; readonly flags: F; readonly judge: Judge<Failure> },
): Incoming<Input, F, Failure> => ({
  request,
  submission: { payload: on.payload, itemCount: on.itemCount, unknownFields },
  account: {
    organisationId: request.caller.organisationId,
    supplierCode: input.import_supplier,
    externalAccountNumber: input.external_account_number,
  },
  input,
  flags: on.flags,
  judge: on.judge,
});

/** The length of a list that was sent; 0 of anything else. */
export const lengthOf = (value: JsonValue | undefined): number => (Array.isArray(value) ? value.length : 0);
