import { type Failure, type FailureKind, failure } from '../failure.ts';
import type { Settings } from '../options.ts';
import { kindOf } from './judge.ts';
import { type Answer, isRecord, post, retryAfterMs, serverTime, textAt } from './post.ts';
import { shareInFlight, within } from './timing.ts';

export type Token = { readonly kind: 'token'; readonly value: string; readonly renewAt: number };

export type Tokens = {
  /** Returns the current token, or a new one. Concurrent callers share one request, which is not repeated here. */
  readonly current: (signal: AbortSignal) => Promise<Token | Failure>;
  /** Discards a token that the service rejected. */
  readonly forget: (token: string) => void;
};

const QUERY = 'mutation ObtainToken($input: ObtainTokenInput!) { obtainToken(input: $input) { token expiresAt } }';

/** A token is renewed in the last tenth of its lifetime, at most a minute before its end. */
const MAX_MARGIN_MS = 60_000;

const firstError = (body: unknown): unknown => (isRecord(body) && Array.isArray(body.errors) ? body.errors[0] : null);

const refused = (answer: Answer): Failure => {
  const { status, header } = answer;
  const error = firstError(answer.json());
  const code = isRecord(error) ? textAt(error.extensions, 'code') : null;
  const byStatus: FailureKind = status === 429 || status >= 500 || status === 408 ? kindOf(status, code) : 'protocol';
  return failure(
    code === 'authentication_failed' ? 'not_authenticated' : byStatus,
    `No token: ${textAt(error, 'message') ?? `the answer of /v1/graphql/ has status ${status} and is not the service's`}`,
    { status, code, requestId: header('x-request-id'), retryAfterMs: retryAfterMs(answer) },
  );
};

/**
 * The age of a token is measured locally from its arrival, and its lifetime from two times of the server, so that a
 * wrong local clock does no harm. If these times are inconsistent, the token is used until it is rejected.
 */
const readToken = (answer: Answer, now: number): Token | Failure => {
  const body = answer.json();
  const data = isRecord(body) ? body.data : null;
  const obtained = isRecord(data) ? data.obtainToken : null;
  const value = textAt(obtained, 'token');
  if (answer.status !== 200 || value === null) return refused(answer);
  const life = Date.parse(textAt(obtained, 'expiresAt') ?? '') - serverTime(answer);
  const renewAt = life > 0 ? now + life - Math.min(MAX_MARGIN_MS, life / 10) : Number.POSITIVE_INFINITY;
  return { kind: 'token', value, renewAt };
};

/** Keeps one access token for all calls. */
export const makeTokens = ({ baseUrl, apiKey, fetch, timing, call }: Settings): Tokens => {
  let kept: Token | null = null;
  const request = {
    url: `${baseUrl}/v1/graphql/`,
    headers: {},
    body: JSON.stringify({ query: QUERY, variables: { input: { apiKey } } }),
  };
  const reasons = {
    over: () => failure('network', `No token within ${call.attemptTimeoutMs} ms.`),
    stopped: () => failure('aborted', 'Nobody waits for the token.'),
  };
  const obtain = shareInFlight((signal) =>
    within(call.attemptTimeoutMs, signal, reasons, async (either) => {
      const answer = await post(fetch, request, either);
      // The request for a token stores nothing.
      if (answer.kind !== 'answer') return { ...answer, mayBeStored: false };
      const token = readToken(answer, timing.now());
      if (token.kind === 'token') kept = token;
      return token;
    }),
  );
  return {
    current: async (signal) => (kept !== null && timing.now() < kept.renewAt ? kept : obtain(signal)),
    forget: (token) => {
      if (kept?.value === token) kept = null;
    },
  };
};
