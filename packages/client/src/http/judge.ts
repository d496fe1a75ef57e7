import { type Failure, type FailureKind, failure, type Outcome } from '../failure.ts';
import type { ErrorItem } from '../types/common.ts';
import { type Answer, isRecord, retryAfterMs, textAt } from './post.ts';

/** The failures of the interface by status. */
const KINDS: Readonly<Record<number, FailureKind>> = {
  400: 'validation',
  401: 'not_authenticated',
  404: 'not_found',
  405: 'rejected',
  413: 'rejected',
  415: 'rejected',
  429: 'throttled',
  500: 'unexpected',
  503: 'unavailable',
};
/** What a status means that comes from something between the client and the service. */
const KINDS_OF_OTHERS: Readonly<Record<number, FailureKind>> = {
  408: 'unavailable',
  413: 'rejected',
  425: 'unavailable',
  429: 'throttled',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** @param code null: the answer has not the form of an error of the interface, so something else has given it. */
export const kindOf = (status: number, code: string | null): FailureKind => {
  if (code === 'payment_vendor_unavailable') return 'unavailable';
  const kind = code === null ? undefined : KINDS[status];
  return kind ?? KINDS_OF_OTHERS[status] ?? (status >= 500 ? 'unexpected' : 'protocol');
};

/** Codes with which the service says that nothing was stored, though the status alone does not. */
const NOTHING_STORED = new Set(['service_unavailable', 'payment_vendor_unavailable']);

/** Only the service itself can say that nothing was stored. */
const leavesOpen = (status: number, code: string | null): boolean =>
  code === null || KINDS[status] === undefined || (status >= 500 && !NOTHING_STORED.has(code));

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

/** Returns what an error says. Its code is null if it has not the form of an error of the interface. */
const said = (status: number, body: unknown): Said => {
  const errorDetail = textAt(body, 'error_detail');
  if (status === 400 && isRecord(body) && body.status === 'TRANSACTION_IMPORT_ERROR' && errorDetail !== null)
    return ofTransactions(errorDetail, body.transaction_data);
  const detail = textAt(body, 'detail');
  const items = isRecord(body) && Array.isArray(body.errors) ? body.errors : null;
  return {
    detail: detail ?? '',
    code: detail === null || items === null ? null : textAt(body, 'code'),
    errors: (items ?? []).flatMap(toItem),
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
  const { code, ...rest } = said(status, answer.json());
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
