import type { AnyErrorCode } from './error-code.ts';
import type { ErrorItem } from './types/validation.ts';

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
