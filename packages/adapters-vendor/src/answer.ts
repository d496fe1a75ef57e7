import type { IntermittentVendorFailure, VendorFailure } from '@carryover/application/ports/payment-vendor';
import * as E from 'fp-ts/lib/Either.js';

export type JsonObject = { readonly [field: string]: unknown };

/** An answer that speaks of the instruction: a 2xx, or a 4xx in the error form both vendors share, `{error: {…}}`. */
export type VendorAnswer = { readonly httpStatus: number; readonly body: JsonObject };

/** Why one attempt brought no usable instruction. */
export type AttemptFailure = {
  readonly failure: VendorFailure;
  /** Null where no answer came. */
  readonly httpStatus: number | null;
  /** How long the vendor asks us to wait before the next attempt; null where it asks for nothing. */
  readonly retryAfterMs: number | null;
};

const AGAIN_LATER: ReadonlyArray<number> = [408, 409, 425, 429];

/**
 * What an answer's status and body say before any vendor's own rules (decisions 8).
 *
 * A refusal counts as the vendor's only in the vendor's error form: the 404 page of a proxy on the way says nothing of
 * the instruction, and "do not retry" must not rest on it (docs/adr/0008).
 *
 * @param retryAfter the `Retry-After` header: seconds or an HTTP date.
 * @returns Left `payment_vendor_unavailable`: `credentials` for 401 and 403, `http_status` for 408, 409, 425, 429 and
 * 5xx, `unreadable` for everything else that is not such an answer, redirects among them.
 */
export const judgeAnswer = (
  httpStatus: number,
  retryAfter: string | undefined,
  text: Uint8Array,
): E.Either<AttemptFailure, VendorAnswer> => {
  const unavailable = (cause: IntermittentVendorFailure['cause']) =>
    E.left({ ...unanswered(cause), httpStatus, retryAfterMs: retryAfterMs(retryAfter) });

  if (httpStatus === 401 || httpStatus === 403) return unavailable('credentials');
  if (AGAIN_LATER.includes(httpStatus) || httpStatus >= 500) return unavailable('http_status');
  const body = parseObject(text);
  if (body === null) return unavailable('unreadable');
  const fits = httpStatus >= 400 ? isObject(body.error) : httpStatus < 300 && body.error === undefined;
  return fits ? E.right({ httpStatus, body }) : unavailable('unreadable');
};

/** The attempt failed for a passing reason and without an answer. */
export const unanswered = (cause: IntermittentVendorFailure['cause']): AttemptFailure => ({
  failure: { kind: 'payment_vendor_unavailable', cause },
  httpStatus: null,
  retryAfterMs: null,
});

/** The vendor's verdict on the instruction: asking again, unchanged, cannot help. */
export const verdict = (failure: VendorFailure): AttemptFailure => ({ failure, httpStatus: null, retryAfterMs: null });

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseObject = (text: Uint8Array): JsonObject | null => {
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
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
};
