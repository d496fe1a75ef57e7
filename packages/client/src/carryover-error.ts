import type { AnyErrorCode } from './error-code.ts';
import type { Failure, FailureKind } from './failure.ts';
import type { ErrorItem } from './types/validation.ts';

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
