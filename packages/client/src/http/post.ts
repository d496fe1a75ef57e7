import { type Failure, failure } from '../failure.ts';

/** Returns true if a parsed JSON value is an object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text at `key` of an object; null if there is none. */
export const textAt = (value: unknown, key: string): string | null => {
  const member = isRecord(value) ? value[key] : null;
  return typeof member === 'string' ? member : null;
};

/** The part of `fetch` that the client uses. */
export type Fetch = (
  url: string,
  init: {
    readonly method: 'GET' | 'POST';
    readonly headers: Record<string, string>;
    /** Absent: a GET. */
    readonly body?: string;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly text: () => Promise<string>;
}>;

export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
  /** Returns the parsed JSON; undefined if the text is anything else. */
  readonly json: () => unknown;
};

export type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; null: a GET. */
  readonly body: string | null;
};

/** Failures before a request was sent: there was no connection. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Returns the cause of `fetch failed`, which has no information itself. */
const networkFailure = (thrown: unknown): Failure => {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  const detail = [message, code, String(thrown)].find((text) => typeof text === 'string' && text !== '');
  return failure('network', detail as string, {
    cause: thrown,
    mayBeStored: !(typeof code === 'string' && NEVER_SENT.has(code)),
  });
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Sends one request and reads its whole response. `mayBeStored` of a failure assumes a request that stores something.
 * Does not follow redirects: that would turn the POST into a GET, or send the token to another server.
 *
 * @param signal its reason is the failure to return once it aborts.
 */
export const post = async (
  fetch: Fetch,
  { url, headers, body }: Post,
  signal: AbortSignal,
): Promise<Answer | Failure> => {
  if (signal.aborted) return signal.reason as Failure;
  try {
    const response = await fetch(url, {
      ...(body === null ? { method: 'GET' } : { method: 'POST', body }),
      headers: {
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
        ...{ Accept: 'application/json', ...headers },
      },
      redirect: 'manual',
      signal,
    });
    const text = await response.text();
    const { status, headers: received } = response;
    return { kind: 'answer', status, header: (name) => received.get(name), text, json: () => parse(text) };
  } catch (thrown) {
    return signal.aborted ? { ...(signal.reason as Failure), mayBeStored: true } : networkFailure(thrown);
  }
};

/**
 * Returns `Retry-After` in milliseconds: whole seconds, or an HTTP date, which is compared with the response's own `Date`, so that
 * a wrong local clock does no harm. null if the response has none that can be read.
 */
export const retryAfterMs = ({ header }: Pick<Answer, 'header'>): number | null => {
  const text = header('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!/ GMT$/.test(text)) return null;
  const wait = Date.parse(text) - serverTime({ header });
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

/** Returns the server's time of the response, in milliseconds since 1970; ours if it is missing. */
export const serverTime = ({ header }: Pick<Answer, 'header'>): number => {
  const sent = Date.parse(header('date') ?? '');
  return Number.isNaN(sent) ? Date.now() : sent;
};
