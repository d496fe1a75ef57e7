import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { ERROR_CODES, type ErrorCode } from '@carryover/contract/error-codes';
import { attrOf, type Issue } from '@carryover/contract/issue';
import type { JsonValue } from '@carryover/contract/json/exact-json';
import type { Answer } from './answer.ts';
import { linkToErrors } from './error-links.ts';

/** An error of a request, before the endpoint gives it a form (decisions 3). */
export type Rejection = {
  readonly kind: 'rejection';
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly issues: ReadonlyArray<Issue>;
  readonly headers?: Readonly<Record<string, string>>;
  /** No import record is written: the service is at capacity, the quota is used up, or a record could not be written. */
  readonly leavesNoRecord?: true;
  /** The internal cause; only for the log. */
  readonly cause?: unknown;
};

/** Returns true if an error that reached Express' error handler is a rejection; any other is a defect. */
export const isRejection = (error: unknown): error is Rejection =>
  typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'rejection';

/** The form of an endpoint's errors. @param sent the parsed body; null if it could not be read. */
export type ToErrorAnswer = (rejection: Rejection, sent: JsonValue | null) => Answer;

/** An error that names no input: `errors` is empty. */
export const rejection = (
  status: number,
  code: ErrorCode,
  { detail = ERROR_CODES[code].meaning, headers = {} as Record<string, string> } = {},
): Rejection => ({ kind: 'rejection', status, code, detail, issues: [], headers });

/** Rejects a payload because of its shape or of stored data. */
export const failedValidation = (issues: ReadonlyArray<Issue>): Rejection => ({
  kind: 'rejection',
  status: 400,
  code: 'account_failed_validation',
  detail: ERROR_CODES.account_failed_validation.meaning,
  issues,
});

/** 503: nothing was stored, and the same request may be sent again after a second. */
const unavailable = (detail?: string): Rejection =>
  rejection(503, 'service_unavailable', {
    headers: { 'Retry-After': '1' },
    ...(detail === undefined ? {} : { detail }),
  });

/** The service is at capacity. */
export const overloaded: Rejection = {
  ...unavailable('The service is at capacity. Send the same request again in a second.'),
  leavesNoRecord: true,
};

/** Not ready, or about to stop. */
export const notReady: Rejection = unavailable();

export const ofStoreFailure = (failure: StoreFailure): Rejection => ({
  ...(failure.kind === 'store_unavailable' ? unavailable() : rejection(500, 'error')),
  cause: failure.cause,
});

export const unexpected = (cause: unknown): Rejection => ({ ...rejection(500, 'error'), cause });

/** Returns one entry of `errors` (§7). */
export const toErrorItem = ({ detail, code, path }: Issue) => ({ detail, code, attr: attrOf(path) });

/** The error body of §7. */
export const toErrorAnswer = ({ status, code, detail, issues, headers = {} }: Rejection): Answer => ({
  status,
  headers: { ...headers, ...linkToErrors(issues.length === 0 ? [code] : issues.map((issue) => issue.code)) },
  body: JSON.stringify({ detail, code, errors: issues.map(toErrorItem) }),
  code: issues[0]?.code ?? code,
});

/** The rejection of each failure of a use case: a failure without one does not compile. */
export type Rejections<Failure extends { readonly kind: string }> = {
  readonly [K in Failure['kind']]: (failure: Extract<Failure, { readonly kind: K }>) => Rejection;
};

/** Returns the endpoint's rejection of a failure. */
export const rejectionOf = <Failure extends { readonly kind: string }>(
  onError: Rejections<Failure>,
  failure: Failure,
): Rejection => onError[failure.kind as Failure['kind']](failure as never);
