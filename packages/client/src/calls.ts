import type { LoadOptions, LoadProgress, LoadSource } from './loading/load.ts';
import type { CallOptions } from './options.ts';
import type { AccountRef } from './types/account.ts';
import type { AccountSummary, SummaryList, SummaryPage, SummaryPageRequest } from './types/account-summary.ts';
import type { BillingDocumentsRequest } from './types/billing-document.ts';
import type { ControlTotalsAnswer, ControlTotalsRequest } from './types/control-total.ts';
import type { NoteResult, NotesRequest } from './types/note.ts';
import type { PaymentInstructionAnswer, PaymentInstructionRequest } from './types/payment-instruction.ts';
import type { StatementsRequest } from './types/statement.ts';
import type { TransactionsAnswer, TransactionsFlags, TransactionsRequest } from './types/transaction.ts';
import type { Validated } from './types/validation.ts';

/**
 * The interface, typed. Every call obtains its token by itself, is repeated where that is safe and may help, and throws
 * a `CarryoverError` when it fails.
 *
 * A `create…` call stores all of its request or nothing; once it resolves, the data is there for good. It may be made
 * again as it is: nothing is doubled (but see `createTransactions`). A `validate…` call tells what its twin would answer
 * and stores nothing.
 */
export type Client = {
  /** One result per note, in the order sent. */
  readonly createNotes: (request: NotesRequest, options?: CallOptions) => Promise<ReadonlyArray<NoteResult>>;

  /**
   * One result per transaction, in the order sent. With `checkPreviouslyAdded: false` the service adds what it is
   * sent however often it is sent: the call is then repeated only where surely nothing was stored, and an error with
   * `mayBeStored` leaves it to you to find out.
   */
  readonly createTransactions: (
    request: TransactionsRequest,
    options?: CallOptions & TransactionsFlags,
  ) => Promise<TransactionsAnswer>;

  /**
   * Imports a ledger's history, once. An error of code `historical_billing_documents_already_imported` with
   * `mayBeStored` may be the answer to the call's own first attempt, whose answer was lost: `summariseAccount` shows
   * which documents the ledger has.
   */
  readonly createHistoricalBillingDocuments: (request: BillingDocumentsRequest, options?: CallOptions) => Promise<void>;

  /** The validated data, as submitted. */
  readonly createHistoricalStatements: (
    request: StatementsRequest,
    options?: CallOptions,
  ) => Promise<StatementsRequest>;

  /** Stores a payment instruction once its vendor has confirmed it, which takes 10 seconds at most. */
  readonly createPaymentInstruction: (
    request: PaymentInstructionRequest,
    options?: CallOptions,
  ) => Promise<PaymentInstructionAnswer>;

  /**
   * Sends many requests: those of one account one after the other, in the order of the source, those of different
   * accounts at the same time. Each is repeated as the single call is. At most two times `concurrency` requests are held
   * in memory; the source is read no faster than that.
   *
   * A request that fails is reported to `onResult` and the others go on. The load ends early, after what runs has ended
   * and was reported, if `signal` aborts (`CarryoverError` of kind `aborted`), the service refuses the API key
   * (`not_authenticated`), an entry cannot be meant (`TypeError`), or the source or one of the functions throws (that error).
   */
  readonly loadAll: (source: LoadSource, options?: LoadOptions) => Promise<LoadProgress>;

  readonly validateNotes: (
    request: NotesRequest,
    options?: CallOptions,
  ) => Promise<Validated<ReadonlyArray<NoteResult>>>;

  readonly validateTransactions: (
    request: TransactionsRequest,
    options?: CallOptions & TransactionsFlags,
  ) => Promise<Validated<TransactionsAnswer>>;

  /** `results` is null: the twin answers nothing. */
  readonly validateHistoricalBillingDocuments: (
    request: BillingDocumentsRequest,
    options?: CallOptions,
  ) => Promise<Validated<null>>;

  readonly validateHistoricalStatements: (
    request: StatementsRequest,
    options?: CallOptions,
  ) => Promise<Validated<StatementsRequest>>;

  readonly validatePaymentInstruction: (
    request: PaymentInstructionRequest,
    options?: CallOptions,
  ) => Promise<Validated<PaymentInstructionAnswer>>;

  /** What landed for an account, counted; with `list`, item by item too, a page at a time. */
  readonly summariseAccount: {
    <L extends SummaryList>(
      request: SummaryPageRequest<L>,
      options?: CallOptions,
    ): Promise<AccountSummary & SummaryPage<L>>;
    (request: AccountRef, options?: CallOptions): Promise<AccountSummary>;
  };

  /** Returns true if counts and sums of what landed are those of what you sent. */
  readonly compareControlTotals: (request: ControlTotalsRequest, options?: CallOptions) => Promise<ControlTotalsAnswer>;
};
