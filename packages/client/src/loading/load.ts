import type { CarryoverError } from '../failure.ts';
import type { CallOptions } from '../options.ts';
import type { BillingDocumentsRequest } from '../types/billing-document.ts';
import type { Receipt } from '../types/common.ts';
import type { NoteResult, NotesRequest } from '../types/note.ts';
import type { PaymentInstructionAnswer, PaymentInstructionRequest } from '../types/payment-instruction.ts';
import type { StatementsRequest } from '../types/statement.ts';
import type { TransactionsAnswer, TransactionsFlags, TransactionsRequest } from '../types/transaction.ts';

/** One request of a load: a `create/` endpoint and its body. */
export type LoadEntry =
  | { readonly kind: 'notes'; readonly request: NotesRequest }
  | { readonly kind: 'transactions'; readonly request: TransactionsRequest; readonly flags?: TransactionsFlags }
  | { readonly kind: 'billing-documents'; readonly request: BillingDocumentsRequest }
  | { readonly kind: 'statements'; readonly request: StatementsRequest }
  | { readonly kind: 'payment-instructions'; readonly request: PaymentInstructionRequest };

/** The result of each kind, with the receipt. */
export type LoadAnswers = {
  readonly notes: ReadonlyArray<NoteResult> & Receipt;
  readonly transactions: TransactionsAnswer & Receipt;
  readonly 'billing-documents': Receipt;
  readonly statements: StatementsRequest & Receipt;
  readonly 'payment-instructions': PaymentInstructionAnswer & Receipt;
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

/** A request that failed after the client's own attempts. The load continues. */
export type LoadFailure = {
  /** The request's position in the source, from 1. */
  readonly number: number;
  readonly kind: LoadEntry['kind'];
  readonly entry: LoadEntry;
  readonly answer: null;
  /** `error.errors` names the invalid items; `error.mayBeStored`: the data may have been stored. */
  readonly error: CarryoverError;
};

export type LoadResult = LoadSuccess | LoadFailure;

/** The progress of a load, in requests. */
export type LoadProgress = {
  readonly succeeded: number;
  readonly failed: number;
  /** Items of the requests that succeeded: notes, transactions, statements, billing documents, payment instructions. */
  readonly items: number;
  /** The notes and transactions among them that were already stored. */
  readonly alreadyExisted: number;
};

export type LoadOptions = CallOptions & {
  /** The number of concurrent requests, each for a different account: 1 to 1,000. Default 16. */
  readonly concurrency?: number;
  /**
   * Called with the receipt of each request that is stored, before `onResult`: a line of JSON, as `evidence verify --receipts` reads
   * it, for you to add to a file. A returned promise is awaited, and the next line comes after it. What it throws ends the load.
   */
  readonly receipts?: (line: string) => unknown;
  /** Called after each request. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Called with each request's result as soon as it is known. A returned promise is awaited. */
  readonly onResult?: (result: LoadResult) => void | Promise<void>;
};

/** A source of requests: a list, a generator, or a file that is read while sending. */
export type LoadSource = Iterable<LoadEntry> | AsyncIterable<LoadEntry>;
