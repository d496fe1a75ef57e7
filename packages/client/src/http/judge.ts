import { type Failure, type FailureKind, failure, type Outcome } from '../failure.ts';
import type { ErrorItem } from '../types/validation.ts';
import { isRecord, textAt } from './json.ts';
import type { Answer } from './post.ts';
import { retryAfterMs } from './retry-after.ts';

const KINDS: Readonly<Record<number, FailureKind>> = {
  400: 'validation',
  401: 'not_authenticated',
  404: 'not_found',
  408: 'unavailable',
  425: 'unavailable',
  429: 'throttled',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Codes with which the service says that nothing was stored, though the status alone does not. */
const NOTHING_STORED = new Set(['service_unavailable', 'payment_vendor_unavailable']);

export const kindOf = (status: number, code: string | null): FailureKind => {
  if (code === 'payment_vendor_unavailable') return 'unavailable';
  // The service always sends a code: a response without one comes from another server.
  if ((status === 400 || status === 404) && code === null) return 'protocol';
  return KINDS[status] ?? (status >= 500 ? 'unexpected' : status >= 400 ? 'rejected' : 'protocol');
};

/** Statuses that leave open if the request was served: 408, and those of a proxy whose upstream did not respond. */
const leavesOpen = (status: number, code: string | null): boolean =>
  status === 408 || (status >= 500 && !(code !== null && NOTHING_STORED.has(code)));

const toItem = (item: unknown): ReadonlyArray<ErrorItem> => {
  const code = textAt(item, 'code');
  return code === null ? [] : [{ detail: textAt(item, 'detail') ?? '', code, attr: textAt(item, 'attr') ?? '' }];
};

type Said = Pick<Failure, 'detail' | 'code' | 'errors' | 'transactionData'>;

/** The transactions endpoint's own 400: its `error_detail` begins with the code and a colon. */
const ofTransactions = (text: string, transaction: unknown): Said => {
  const [, code = null, detail = text] = /^([a-z][a-z0-9_]*): (.*)$/s.exec(text) ?? [];
  return { detail, code, errors: [], transactionData: isRecord(transaction) ? transaction : null };
};

const said = (body: unknown): Said => {
  const errorDetail = textAt(body, 'error_detail');
  if (isRecord(body) && errorDetail !== null) return ofTransactions(errorDetail, body.transaction_data);
  const items = isRecord(body) && Array.isArray(body.errors) ? body.errors : [];
  return {
    detail: textAt(body, 'detail') ?? '',
    code: textAt(body, 'code'),
    errors: items.flatMap(toItem),
    transactionData: null,
  };
};

/** The success of an endpoint. */
export type Success<T> = {
  readonly success: ReadonlyArray<number>;
  /** Returns the result from a response; undefined if it is not a success of this endpoint. */
  readonly read: (answer: Answer) => T | undefined;
};

/** Returns the outcome that a response of a data-import endpoint means. */
export const judge = <T>(answer: Answer, { success, read }: Success<T>): Outcome<T> => {
  const { status } = answer;
  const requestId = answer.header('x-request-id');
  if (status < 300) {
    const value = success.includes(status) ? read(answer) : undefined;
    if (value !== undefined) return { kind: 'answered', status, requestId, value };
    const detail = `The answer, of status ${status}, is not what this endpoint answers.`;
    return failure('protocol', detail, { status, requestId, mayBeStored: true });
  }
  const { code, ...rest } = said(answer.json());
  return failure(kindOf(status, code), '', {
    ...rest,
    detail: rest.detail === '' ? `The answer has status ${status} and no explanation.` : rest.detail,
    status,
    code,
    requestId,
    retryAfterMs: retryAfterMs(answer),
    mayBeStored: leavesOpen(status, code),
  });
};
