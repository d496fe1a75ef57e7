import { CarryoverError, type Failure, failure, type Outcome } from '../failure.ts';
import { type CallOptions, callSettings, type Settings } from '../options.ts';
import { judge, type Success } from './judge.ts';
import { post } from './post.ts';
import { repeat } from './repeat.ts';
import { within } from './timing.ts';
import { makeTokens, type Token, type Tokens } from './token.ts';

/** A body that is JSON text already. It is sent as it is, with every number as it is written. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** One request of the interface, and its success. */
export type Request<T> = {
  /** The path is `/v1/data-import/{endpoint}/`, of a GET `/v1/{endpoint}/`. */
  readonly endpoint: string;
  readonly query?: Readonly<Record<string, boolean | number | string | null | undefined>>;
  /** A value to send as JSON, or the {@link JsonText} of one; null: a GET. */
  readonly body: unknown;
  /** The effect on stored data of serving the request, and of serving it again. */
  readonly stores: 'nothing' | 'once' | 'each_time';
} & Success<T>;

export type Call = <T>(request: Request<T>, options?: CallOptions) => Promise<T>;

const toUrl = (baseUrl: string, { endpoint, query = {}, body }: Request<unknown>): string => {
  const sent = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${baseUrl}/v1/${body === null ? '' : 'data-import/'}${endpoint}/${sent.length === 0 ? '' : `?${sent.join('&')}`}`;
};

const overAfter = (ms: number) => ({
  over: () => failure('deadline', `Not done within ${ms} ms.`),
  stopped: (cause: unknown) => failure('aborted', 'The caller ended the call.', { cause }),
});

/** Something else than the service answers the request for a token: nothing was sent, and the address is wrong. */
const isWrongAddress = (token: Token | Failure): boolean => token.kind === 'protocol';

/**
 * Obtains the first token, so that a wrong key or address is known before anything is sent. Waits for a service that does not
 * answer, as a call does.
 *
 * @throws CarryoverError
 */
export const obtainToken = async (
  tokens: Tokens,
  { call: { deadlineMs, signal: callersSignal, ...repetition }, timing }: Settings,
  { onAttempt }: Pick<CallOptions, 'onAttempt'>,
): Promise<void> => {
  const deadlineAt = timing.now() + deadlineMs;
  const { outcome, attempts } = await within(deadlineMs, callersSignal, overAfter(deadlineMs), (signal) =>
    repeat<null>(
      async () => {
        const token = await tokens.current(signal);
        return token.kind === 'token' ? { kind: 'answered', status: 200, requestId: null, value: null } : token;
      },
      { endpoint: 'graphql', isSafe: (failed) => !isWrongAddress(failed), deadlineAt, signal },
      { ...repetition, onAttempt: onAttempt ?? repetition.onAttempt },
      timing,
    ),
  );
  if (outcome.kind !== 'answered') throw new CarryoverError('graphql', outcome, attempts);
};

/** Makes calls that share a token, sent with a scheme. A call throws `CarryoverError`, or `TypeError` for invalid arguments. */
export const makeCall = (settings: Settings, tokens: Tokens = makeTokens(settings), scheme = 'Token'): Call => {
  const { baseUrl, loadId, fetch, timing } = settings;
  const ofLoad = loadId === undefined ? {} : { 'Carryover-Load-Id': loadId };

  return async <T>(request: Request<T>, options: CallOptions = {}): Promise<T> => {
    const { endpoint, stores } = request;
    const { signal: callersSignal, deadlineMs, attemptTimeoutMs, ...repetition } = callSettings(options, settings.call);
    const url = toUrl(baseUrl, request);
    const json = request.body === null ? null : JSON.stringify(request.body);
    const body = request.body instanceof JsonText ? request.body.text : json;
    const deadlineAt = timing.now() + deadlineMs;

    const send = (token: string, whole: AbortSignal): Promise<Outcome<T>> => {
      const reasons = {
        over: () => failure('network', `No answer within ${attemptTimeoutMs} ms.`),
        stopped: (reason: unknown) => reason as Failure,
      };
      return within(attemptTimeoutMs, whole, reasons, async (signal) => {
        const headers = { Authorization: `${scheme} ${token}`, ...ofLoad };
        const answer = await post(fetch, { url, headers, body }, signal);
        const outcome = answer.kind === 'answer' ? judge(answer, request) : answer;
        return outcome.kind === 'answered' || stores !== 'nothing' ? outcome : { ...outcome, mayBeStored: false };
      });
    };

    let mayRenew = true;
    let isSent = true;
    const attempt = async (signal: AbortSignal): Promise<Outcome<T>> => {
      if (signal.aborted) return signal.reason as Failure;
      const token = await tokens.current(signal);
      isSent = token.kind === 'token';
      if (token.kind !== 'token') return token;
      const outcome = await send(token.value, signal);
      const tokenDied = outcome.status === 401 && 'code' in outcome && outcome.code === 'authentication_failed';
      if (!tokenDied || !mayRenew) return outcome;
      mayRenew = false;
      tokens.forget(token.value);
      return attempt(signal);
    };

    const { outcome, attempts } = await within(deadlineMs, callersSignal, overAfter(deadlineMs), (signal) => {
      const isSafe = (failed: Failure) =>
        isSent ? stores !== 'each_time' || !failed.mayBeStored : !isWrongAddress(failed);
      return repeat(() => attempt(signal), { endpoint, isSafe, deadlineAt, signal }, repetition, timing);
    });
    if (outcome.kind === 'answered') return outcome.value;
    throw new CarryoverError(endpoint, outcome, attempts);
  };
};
