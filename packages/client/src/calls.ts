import type { LoadOptions, LoadProgress, LoadSource } from './loading/load.ts';
import type { CallOptions } from './options.ts';
import type {
  AccountSummary,
  SummaryList,
  SummaryPage,
  SummaryPageRequest,
  SummaryRequest,
} from './types/account-summary.ts';
import type { BillingDocumentsRequest } from './types/billing-document.ts';
import type { Receipt, Validated } from './types/common.ts';
import type {
  ControlTotalsAnswer,
  ControlTotalsRequest,
  RegisteredTotals,
  RegisterTotalsRequest,
} from './types/control-total.ts';
import type { NoteResult, NotesRequest } from './types/note.ts';
import type { PaymentInstructionAnswer, PaymentInstructionRequest } from './types/payment-instruction.ts';
import type { StatementsRequest } from './types/statement.ts';
import type { TransactionsAnswer, TransactionsFlags, TransactionsRequest } from './types/transaction.ts';

/**
 * The typed interface. Every call obtains its token, is repeated if that is safe and useful, and throws
 * a `CarryoverError` if it fails.
 *
 * A `create…` call stores all of its request or nothing; once it resolves, the data is stored durably, and the result
 * has the receipt (`importId`, `payloadSha256`). It may be
 * repeated: nothing is stored twice (but see `createTransactions`). A `validate…` call reports what its `create…` call would do
 * and stores nothing.
 */
export type Client = {
  /** One result per note, in the order sent. */
  readonly createNotes: (request: NotesRequest, options?: CallOptions) => Promise<ReadonlyArray<NoteResult> & Receipt>;

  /**
   * One result per transaction, in the order sent. With `checkPreviouslyAdded: false`, the service adds transactions
   * each time they are sent. The client then repeats the call only if certainly nothing was stored, and after an error with
   * `mayBeStored` you have to check.
   */
  readonly createTransactions: (
    request: TransactionsRequest,
    options?: CallOptions & TransactionsFlags,
  ) => Promise<TransactionsAnswer & Receipt>;

  /**
   * Imports a ledger's history, once. An error of code `historical_billing_documents_already_imported` with
   * `mayBeStored` may come from a first attempt of the same call whose response was lost: `summariseAccount` shows
   * which documents the ledger has.
   */
  readonly createHistoricalBillingDocuments: (
    request: BillingDocumentsRequest,
    options?: CallOptions,
  ) => Promise<Receipt>;

  /** The validated data, as submitted. */
  readonly createHistoricalStatements: (
    request: StatementsRequest,
    options?: CallOptions,
  ) => Promise<StatementsRequest & Receipt>;

  /** Stores a payment instruction once its vendor has confirmed it, which takes at most 10 seconds. */
  readonly createPaymentInstruction: (
    request: PaymentInstructionRequest,
    options?: CallOptions,
  ) => Promise<PaymentInstructionAnswer & Receipt>;

  /**
   * Sends many requests: those of one account one after another, in the order of the source, those of different
   * accounts at the same time. Each is repeated like a single call. At most twice `concurrency` requests are held
   * in memory; the source is read no faster than that.
   *
   * A request that fails is reported to `onResult`, and the load continues. The load ends early, after the running requests have
   * ended and were reported, if `signal` aborts (`CarryoverError` of kind `aborted`), the service rejects the API key
   * (`not_authenticated`), an entry is invalid (`TypeError`), or the source or a callback throws (that error).
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

  /** `results` is null, because `create/` returns no body. */
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

  /** Returns counts and sums of what is stored on an account; with `list`, also one page of items. */
  readonly summariseAccount: {
    <L extends SummaryList>(
      request: SummaryPageRequest<L>,
      options?: CallOptions,
    ): Promise<AccountSummary & SummaryPage<L>>;
    (request: SummaryRequest, options?: CallOptions): Promise<AccountSummary>;
  };

  /** Compares counts and sums of what is stored with those of what you sent. */
  readonly compareControlTotals: (request: ControlTotalsRequest, options?: CallOptions) => Promise<ControlTotalsAnswer>;

  /**
   * Registers your control totals, with which the operator's reconciliation compares what is stored: before or during the load,
   * in several calls. May be repeated: nothing is registered twice, and a registered total is never changed.
   */
  readonly registerControlTotals: (request: RegisterTotalsRequest, options?: CallOptions) => Promise<RegisteredTotals>;
};
