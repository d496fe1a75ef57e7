import type { AnyErrorCode } from './error-code.ts';
import type { ErrorItem } from './types/common.ts';

/** The class of a failure. */
export type FailureKind =
  /** 400: the request was rejected because of its payload or stored data. Do not send the same request again. */
  | 'validation'
  /** 404: the account is not imported (`account_not_found`) or unknown, or the path does not exist (`not_found`). */
  | 'not_found'
  /** 401, or the API key was rejected: wrong, revoked or expired. */
  | 'not_authenticated'
  /** 405, 413 or 415: the request is too large, or not one of the interface. */
  | 'rejected'
  /** 429: `retryAfterMs` says when to send the request again. */
  | 'throttled'
  /** 503 or similar, or the payment vendor is unavailable. Send the same request again later. */
  | 'unavailable'
  /** 500 and any other 5xx. */
  | 'unexpected'
  /** No response: no connection, a broken connection, or none within the time of an attempt. */
  | 'network'
  /** The deadline of the call passed; `cause` is the failure of the previous attempt, if there was one. */
  | 'deadline'
  /** Your `signal` aborted the call; `cause` is its reason. */
  | 'aborted'
  /** A response that the interface does not have: something between the client and the service may have given it. */
  | 'protocol';

/** The details of a failed call or attempt; those that do not apply are null or empty. */
export type Failure = {
  readonly kind: FailureKind;
  /** A sentence for people; its wording may change. */
  readonly detail: string;
  /** HTTP status of the answer. */
  readonly status: number | null;
  /** Machine-readable and stable; for several errors, the request's own: `account_failed_validation`. */
  readonly code: AnyErrorCode | null;
  readonly errors: ReadonlyArray<ErrorItem>;
  /** `X-Request-Id`: identifies the request's import record and its line in the service's log. */
  readonly requestId: string | null;
  /** The first failing transaction as submitted, only of `createTransactions`; null if no transaction is the cause. */
  readonly transactionData: Readonly<Record<string, unknown>> | null;
  /** Milliseconds to wait before the next attempt, as the service asked for. */
  readonly retryAfterMs: number | null;
  /** True if the data may have been stored: the service itself has not answered that nothing was stored. */
  readonly mayBeStored: boolean;
  readonly cause: unknown;
};

export const failure = (kind: FailureKind, detail: string, known: Partial<Failure> = {}): Failure => ({
  kind,
  detail,
  status: null,
  code: null,
  errors: [],
  requestId: null,
  transactionData: null,
  retryAfterMs: null,
  mayBeStored: false,
  cause: undefined,
  ...known,
});

/** The outcome of an attempt or of a whole call. */
export type Outcome<T> = Answered<T> | Failure;
export type Answered<T> = {
  readonly kind: 'answered';
  readonly status: number;
  readonly requestId: string | null;
  readonly value: T;
};

/** `historical-billing-documents/create: 400 account_failed_validation: … (ledger_number: ledger_does_not_exist), request 0190…` */
const describe = (endpoint: string, { kind, detail, status, code, errors, requestId }: Failure): string => {
  const [first] = errors;
  const what = [status ?? kind, ...(code === null ? [] : [code])].join(' ');
  const where = first === undefined ? '' : ` (${first.attr === '' ? '' : `${first.attr}: `}${first.code})`;
  return `${endpoint}: ${what}: ${detail}${where}${requestId === null ? '' : `, request ${requestId}`}`;
};

/**
 * The error that every call throws if it fails, except a `TypeError` for a mistake in the
 * calling program. `kind` is the class of failure, `code` the precise reason; `mayBeStored`: the data may have been stored.
 */
export class CarryoverError extends Error implements Omit<Failure, 'cause'> {
  override readonly name = 'CarryoverError';
  readonly kind: FailureKind;
  readonly detail: string;
  readonly status: number | null;
  readonly code: AnyErrorCode | null;
  readonly errors: ReadonlyArray<ErrorItem>;
  readonly requestId: string | null;
  readonly transactionData: Readonly<Record<string, unknown>> | null;
  readonly retryAfterMs: number | null;
  /**
   * True if the data may have been stored: the service has not answered to each attempt that nothing was stored.
   *
   * Such a call may be repeated, except for transactions with `checkPreviouslyAdded: false`. A code
   * `historical_billing_documents_already_imported` with this flag may come from the first attempt of the same call.
   */
  readonly mayBeStored: boolean;
  /** The number of attempts. */
  readonly attempts: number;

  /** @param endpoint `notes/create`, for the message. */
  constructor(endpoint: string, failure: Failure, attempts: number) {
    super(describe(endpoint, failure), failure.cause === undefined ? {} : { cause: failure.cause });
    this.kind = failure.kind;
    this.detail = failure.detail;
    this.status = failure.status;
    this.code = failure.code;
    this.errors = failure.errors;
    this.requestId = failure.requestId;
    this.transactionData = failure.transactionData;
    this.retryAfterMs = failure.retryAfterMs;
    this.mayBeStored = failure.mayBeStored;
    this.attempts = attempts;
  }
}
