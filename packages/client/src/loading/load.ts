import type { CarryoverError } from '../carryover-error.ts';
import type { CallOptions } from '../options.ts';
import type { BillingDocumentsRequest } from '../types/billing-document.ts';
import type { NoteResult, NotesRequest } from '../types/note.ts';
import type { PaymentInstructionAnswer, PaymentInstructionRequest } from '../types/payment-instruction.ts';
import type { StatementsRequest } from '../types/statement.ts';
import type { TransactionsAnswer, TransactionsFlags, TransactionsRequest } from '../types/transaction.ts';

/** One request of a load: the body of one `create/` endpoint, and which one. */
export type LoadEntry =
  | { readonly kind: 'notes'; readonly request: NotesRequest }
  | { readonly kind: 'transactions'; readonly request: TransactionsRequest; readonly flags?: TransactionsFlags }
  | { readonly kind: 'billing-documents'; readonly request: BillingDocumentsRequest }
  | { readonly kind: 'statements'; readonly request: StatementsRequest }
  | { readonly kind: 'payment-instructions'; readonly request: PaymentInstructionRequest };

/** What each kind is answered with. */
export type LoadAnswers = {
  readonly notes: ReadonlyArray<NoteResult>;
  readonly transactions: TransactionsAnswer;
  readonly 'billing-documents': undefined;
  readonly statements: StatementsRequest;
  readonly 'payment-instructions': PaymentInstructionAnswer;
};

type Of<Kind extends LoadEntry['kind']> = Extract<LoadEntry, { readonly kind: Kind }>;

/** A request that is stored. `answer` has a result for each of its items. */
export type LoadSuccess = {
  [Kind in LoadEntry['kind']]: {
    /** The request's position in the source, from 1. */
    readonly number: number;
    readonly kind: Kind;
    readonly entry: Of<Kind>;
    readonly answer: LoadAnswers[Kind];
    readonly error: null;
  };
}[LoadEntry['kind']];

/** A request that failed after the client's own attempts. The others of the load go on. */
export type LoadFailure = {
  /** The request's position in the source, from 1. */
  readonly number: number;
  readonly kind: LoadEntry['kind'];
  readonly entry: LoadEntry;
  readonly answer: null;
  /** `error.errors` names the items that are wrong; `error.mayBeStored` says whether the data may be stored all the same. */
  readonly error: CarryoverError;
};

export type LoadResult = LoadSuccess | LoadFailure;

/** How far a load is, in requests. */
export type LoadProgress = {
  readonly succeeded: number;
  readonly failed: number;
  /** Items of the requests that succeeded: notes, transactions, statements, billing documents, payment instructions. */
  readonly items: number;
  /** Notes and transactions among them that were stored before. */
  readonly alreadyExisted: number;
};

export type LoadOptions = CallOptions & {
  /** How many requests run at the same time, each of another account: 1 to 1,000. Default 16. */
  readonly concurrency?: number;
  /** Is called after each request. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Is called with each request's result as soon as it is known. A promise that it returns is waited for. */
  readonly onResult?: (result: LoadResult) => void | Promise<void>;
};

/** Requests one by one: a list, a generator, or a file that is read as it is sent. */
export type LoadSource = Iterable<LoadEntry> | AsyncIterable<LoadEntry>;
