import type { AccountRefused } from '@carryover/application/imports/checks';
import type { DocumentStoreUnavailable } from '@carryover/application/ports/document-store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { ERROR_CODES, type ErrorCode } from '@carryover/contract/error-codes';
import { attrOf, complain, type Issue, issueAt, type Path } from '@carryover/contract/issue';
import type { JsonValue } from '@carryover/contract/json/exact-json';
import type { AccountErased, AccountNotFound } from '@carryover/domain/account';
import { MAX_PATH_BYTES } from '@carryover/domain/document-path';

/** A response, ready to be sent. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text or its bytes; anything else with its own `Content-Type`; null for an empty body. */
  readonly body: string | Uint8Array | null;
  /** The code of the first error, for the log and the metrics. */
  readonly code?: ErrorCode;
};

/** An error of a request, before the endpoint gives it a form (decisions 3). */
export type Rejection = {
  readonly kind: 'rejection';
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly issues: ReadonlyArray<Issue>;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * No import record is written: the service is at capacity, the quota is used up, a record could not be written, or it is not known
   * whether the request is stored, and has the record of an accepted one.
   */
  readonly leavesNoRecord?: true;
  /** The internal cause; only for the log. */
  readonly cause?: unknown;
};

/** Returns true if an error that reached Express' error handler is a rejection; any other is a defect. */
export const isRejection = (error: unknown): error is Rejection =>
  typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'rejection';

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
  ...(failure.kind === 'store_failure' && failure.mayBeStored === true ? { leavesNoRecord: true as const } : {}),
  cause: failure.cause,
});

export const unexpected = (cause: unknown): Rejection => ({ ...rejection(500, 'error'), cause });

/** The rejection of each failure of a use case: a failure without one does not compile. */
export type Rejections<Failure extends { readonly kind: string }> = {
  readonly [K in Failure['kind']]: (failure: Extract<Failure, { readonly kind: K }>) => Rejection;
};

/** Returns the endpoint's rejection of a failure. */
export const rejectionOf = <Failure extends { readonly kind: string }>(
  onError: Rejections<Failure>,
  failure: Failure,
): Rejection => onError[failure.kind as Failure['kind']](failure as never);

export const onStoreFailure: Rejections<StoreFailure> = {
  store_unavailable: ofStoreFailure,
  store_failure: ofStoreFailure,
};

/** The organisation has no such import supplier. */
export type SupplierUnknown = { readonly kind: 'import_process_does_not_exist' };

export const onSupplierUnknown: Rejections<SupplierUnknown> = {
  import_process_does_not_exist: () => rejection(404, 'import_process_does_not_exist'),
};

/** The rejections of a request whose account is not imported (decisions 2). */
export const onAccountNotFound: Rejections<AccountNotFound> = {
  account_not_found: () => rejection(404, 'account_not_found'),
  ...onSupplierUnknown,
};

/** The rejection of a request for an erased account (decisions 18). It repeats nothing of the request. */
export const onAccountErased: Rejections<AccountErased> = {
  account_erased: ({ kind }) => failedValidation([issueAt(['external_account_number'], complain(kind))]),
};

/** The rejections of an import whose account accepts no data (§4.1, decisions 2). */
export const onAccountRefused: Rejections<AccountRefused> = {
  ...onAccountNotFound,
  ...onAccountErased,
  import_supplier_migration_not_ongoing: ({ kind, code, status }) =>
    failedValidation([
      issueAt(['import_supplier'], complain(kind, `The migration of import supplier ${code} is ${status}.`)),
    ]),
};

/** The issue of a document's path that is too long together with its root (decisions 9). */
export const pathTooLong = (at: Path): Issue =>
  issueAt(at, complain('max_length', `Must have at most ${MAX_PATH_BYTES} bytes, including the root.`));

export const pathMissing = (at: Path): Issue => issueAt(at, complain('path_does_not_exist_in_file_store'));

/** The rejection if the document store is unavailable: its documents must not be reported as missing. */
export const ofDocumentStore = ({ reason }: DocumentStoreUnavailable): Rejection => ({
  ...rejection(503, 'service_unavailable', {
    detail: 'The document store is temporarily unavailable. Nothing was stored. Send the same request again.',
    headers: { 'Retry-After': '5' },
  }),
  cause: new Error(`document store: ${reason}`),
});

/** A header has this many links: the codes after them are explained on the same page. */
const MAX_LINKS = 10;

/** The `Link` header that leads from an error to what to do about it: one link for each code. */
export const linkToErrors = (codes: ReadonlyArray<ErrorCode>): { readonly Link: string } => ({
  Link: [...new Set(codes)]
    .slice(0, MAX_LINKS)
    .map((code) => `</docs/errors#${code}>; rel="help"`)
    .join(', '),
});

/** Returns one entry of `errors` (§7). */
export const toErrorItem = ({ detail, code, path }: Issue) => ({ detail, code, attr: attrOf(path) });

/** The form of an endpoint's errors. @param sent the parsed body; null if it could not be read. */
export type ToErrorAnswer = (rejection: Rejection, sent: JsonValue | null) => Answer;

/** The error body of §7. */
export const toErrorAnswer = ({ status, code, detail, issues, headers = {} }: Rejection): Answer => ({
  status,
  headers: { ...headers, ...linkToErrors(issues.length === 0 ? [code] : issues.map((issue) => issue.code)) },
  body: JSON.stringify({ detail, code, errors: issues.map(toErrorItem) }),
  code: issues[0]?.code ?? code,
});
