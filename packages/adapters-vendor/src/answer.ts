import type { IntermittentVendorFailure, VendorFailure } from '@carryover/application/ports/payment-vendor';
import * as E from 'fp-ts/lib/Either.js';

type AnswerBody = { readonly [field: string]: unknown };

/** An answer about the instruction: a 2xx, or a 4xx in the error form that both vendors use, `{error: {…}}`. */
export type VendorAnswer = { readonly httpStatus: number; readonly body: AnswerBody };

/** The reason why one attempt returned no usable instruction. */
export type AttemptFailure = {
  readonly failure: VendorFailure;
  /** Null if there was no answer. */
  readonly httpStatus: number | null;
  /** The wait that the vendor asks for before the next attempt; null if none. */
  readonly retryAfterMs: number | null;
};

const INTERMITTENT_STATUSES: ReadonlyArray<number> = [408, 409, 425, 429];

/**
 * Judges an answer by its status and form, before the rules of one vendor (decisions 8).
 *
 * A refusal is the vendor's only if it has the vendor's error form: the 404 page of a proxy says nothing about the
 * instruction, so the client must not be told "do not retry" because of it (docs/adr/0008).
 *
 * @param retryAfter the `Retry-After` header: seconds or an HTTP date.
 * @returns Left `payment_vendor_unavailable`: `credentials` for 401 and 403, `http_status` for 408, 409, 425, 429 and
 * 5xx, `unreadable` for everything else that is not such an answer, including redirects.
 */
export const judgeAnswer = (
  httpStatus: number,
  retryAfter: string | undefined,
  text: Uint8Array,
): E.Either<AttemptFailure, VendorAnswer> => {
  const unavailable = (cause: IntermittentVendorFailure['cause']) =>
    E.left({ ...unanswered(cause), httpStatus, retryAfterMs: retryAfterMs(retryAfter) });

  if (httpStatus === 401 || httpStatus === 403) return unavailable('credentials');
  if (INTERMITTENT_STATUSES.includes(httpStatus) || httpStatus >= 500) return unavailable('http_status');
  const body = parseObject(text);
  if (body === null) return unavailable('unreadable');
  const hasForm = httpStatus >= 400 ? isObject(body.error) : httpStatus < 300 && body.error === undefined;
  return hasForm ? E.right({ httpStatus, body }) : unavailable('unreadable');
};

/** The failure of an attempt that had no answer, or none that could be used. */
export const unanswered = (cause: IntermittentVendorFailure['cause']): AttemptFailure => ({
  failure: { kind: 'payment_vendor_unavailable', cause },
  httpStatus: null,
  retryAfterMs: null,
});

/** The vendor's verdict on the instruction: the same request would have the same answer. */
export const verdict = (failure: VendorFailure): AttemptFailure => ({ failure, httpStatus: null, retryAfterMs: null });

/** The verdict of a 4xx, in either vendor's form. */
export const refusal = ({ httpStatus }: VendorAnswer): AttemptFailure =>
  verdict(
    httpStatus === 404
      ? { kind: 'payment_instruction_not_found_at_vendor' }
      : { kind: 'payment_vendor_rejected_request', httpStatus },
  );

export const isObject = (value: unknown): value is AnswerBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An identifier as both vendors issue them: a letter, then letters, digits, `_` and `-`. It remains one path segment in
 * any URL, even if a proxy decodes it, and is not a card or account number.
 */
export const isVendorId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_-]{0,511}$/.test(value);

/**
 * A text to show: a card brand or the name of a bank. A text with eight consecutive digits, spaced or not, may contain a
 * card or account number (decisions 8) and is not a name.
 */
export const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 200 && !/(?:\d[\s.-]*){8}|\p{Cc}/u.test(value);

/** The end of a masked number: at most four characters, never the whole number. */
export const isEnding = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9]{1,4}$/.test(value);

const parseObject = (text: Uint8Array): AnswerBody | null => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

const retryAfterMs = (header: string | undefined): number | null => {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const instant = Date.parse(header);
  return Number.isNaN(instant) ? null : Math.max(0, instant - Date.now());
};
