import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { ERROR_CODES, type ErrorCode } from '@carryover/contract/error-codes';
import { attrOf, type Issue } from '@carryover/contract/issue';
import { linkToErrors } from './error-links.ts';

/** Why a request is answered with an error, before it takes a form (decisions 3). */
export type Refusal = {
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly issues: ReadonlyArray<Issue>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong with us, for the log alone. */
  readonly cause?: unknown;
};

export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text, ready to send, or its bytes; null for an empty body. */
  readonly body: string | Buffer | null;
  /** The first error's, for the log and the metrics. */
  readonly code?: ErrorCode;
};

/** An error that names no input: `errors` is empty. */
export const refusal = (
  status: number,
  code: ErrorCode,
  { detail = ERROR_CODES[code] as string, headers = {} as Record<string, string> } = {},
): Refusal => ({ status, code, detail, issues: [], headers });

/** A payload that is refused, for its shape or for what is stored. */
export const failedValidation = (issues: ReadonlyArray<Issue>): Refusal => ({
  status: 400,
  code: 'account_failed_validation',
  detail: ERROR_CODES.account_failed_validation,
  issues,
});

/** 503: nothing was stored, and the same request may be sent again after a second. */
const unavailable = (detail?: string): Refusal =>
  refusal(503, 'service_unavailable', {
    headers: { 'Retry-After': '1' },
    ...(detail === undefined ? {} : { detail }),
  });

/** More than the service can work on. */
export const overloaded: Refusal = unavailable('Too many requests at once: try again in a second.');

/** Not ready, or about to stop. */
export const notReady: Refusal = unavailable();

export const ofStoreFailure = (failure: StoreFailure): Refusal => ({
  ...(failure.kind === 'store_unavailable' ? unavailable() : refusal(500, 'error')),
  cause: failure.cause,
});

export const unexpected = (cause: unknown): Refusal => ({ ...refusal(500, 'error'), cause });

/** An error of a payload as it is answered (§7). */
export const toErrorItem = ({ detail, code, path }: Issue) => ({ detail, code, attr: attrOf(path) });

/** The error body of §7. */
export const toErrorAnswer = ({ status, code, detail, issues, headers = {} }: Refusal): Answer => ({
  status,
  headers: { ...headers, ...linkToErrors(issues.length === 0 ? [code] : issues.map((issue) => issue.code)) },
  body: JSON.stringify({ detail, code, errors: issues.map(toErrorItem) }),
  code: issues[0]?.code ?? code,
});
