import type { AnyErrorCode } from './error-code.ts';
import type { ErrorItem } from './types/validation.ts';

/** Why a call failed. */
export type FailureKind =
  /** 400: the payload, or what is stored, refuses the request. Do not send it again in this form. */
  | 'validation'
  /** 404: the account is not imported (`account_not_found`) or unknown, or the service has no such address (`not_found`). */
  | 'not_found'
  /** 401, or the API key is refused: wrong, revoked or expired. */
  | 'not_authenticated'
  /** Any other 4xx: `payload_too_large`, for instance. */
  | 'rejected'
  /** 429: `retryAfterMs` says when to come back. */
  | 'throttled'
  /** 503 and its like, or the payment vendor cannot be asked: send the request again, as it is, later. */
  | 'unavailable'
  /** 500 and any other 5xx. */
  | 'unexpected'
  /** No answer: no connection, a connection that broke, or none within the time of an attempt. */
  | 'network'
  /** The time for the whole call was over; `cause` is the failure of the attempt before, if there was one. */
  | 'deadline'
  /** Your `signal` said so; `cause` is its reason. */
  | 'aborted'
  /** An answer that is none of the interface's. */
  | 'protocol';

/** What is known of a call or of an attempt that failed; what does not apply is null or empty. */
export type Failure = {
  readonly kind: FailureKind;
  /** For people; its wording may change. */
  readonly detail: string;
  /** HTTP status of the answer. */
  readonly status: number | null;
  /** Machine-readable, stable; of several errors the request's own, `account_failed_validation`. */
  readonly code: AnyErrorCode | null;
  readonly errors: ReadonlyArray<ErrorItem>;
  /** `X-Request-Id`: names the request's import record and its line in the service's log. */
  readonly requestId: string | null;
  /** The first failing transaction as submitted: `createTransactions` alone, and null if no transaction is at fault. */
  readonly transactionData: Readonly<Record<string, unknown>> | null;
  /** Milliseconds after which the service wants to be asked again. */
  readonly retryAfterMs: number | null;
  /** True if what was sent may be stored all the same: some attempt ended without an answer that tells. */
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

/** What came of an attempt, or of a whole call. */
export type Outcome<T> = Answered<T> | Failure;
export type Answered<T> = {
  readonly kind: 'answered';
  readonly status: number;
  readonly requestId: string | null;
  readonly value: T;
};
