import type { AnyErrorCode } from './error-code.ts';
import type { FailureKind } from './failure.ts';
import type { Fetch } from './http/post.ts';
import { REAL_TIME, type Timing } from './http/timing.ts';

/** A finished attempt, for logs and progress. */
export type Attempt = {
  /** `notes/create` */
  readonly endpoint: string;
  /** From 1. */
  readonly number: number;
  readonly durationMs: number;
  readonly outcome: 'answered' | FailureKind;
  readonly status: number | null;
  readonly code: AnyErrorCode | null;
  readonly requestId: string | null;
  /** True if the attempt failed, and the data may have been stored all the same. */
  readonly mayBeStored: boolean;
  /** The wait before the next attempt; null if there is none. */
  readonly waitMs: number | null;
};

/** The options of one call. */
export type CallOptions = {
  /** Ends the call: it fails with kind `aborted`. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call, with its token, attempts and waits. Default 60,000. */
  readonly deadlineMs?: number;
  /** Milliseconds for one attempt. Default 30,000. */
  readonly attemptTimeoutMs?: number;
  /** Maximum number of attempts; 1: no repetition. Default 6. */
  readonly maxAttempts?: number;
  readonly onAttempt?: (attempt: Attempt) => void;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type ClientOptions = Omit<CallOptions, 'signal'> & {
  /** Address of the service: `https://carryover.example`, without `/v1/`. */
  readonly baseUrl: string;
  /** The organisation's API key, as issued by the platform operator. */
  readonly apiKey: string;
  /** A UUID that is the same for all requests of one load: the console lists and undoes their imports together. */
  readonly loadId?: string;
  /** True to send the API key over plain HTTP to another host, where everybody on the way can read it. Default false. */
  readonly allowPlaintext?: boolean;
  /** Sends the requests. Default: the built-in `fetch`. */
  readonly fetch?: Fetch;
  readonly timing?: Partial<Timing>;
};

export type CallSettings = Required<Omit<CallOptions, 'signal'>> & { readonly signal: AbortSignal | undefined };
export type Settings = {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly loadId: string | undefined;
  readonly fetch: Fetch;
  readonly timing: Timing;
  readonly call: CallSettings;
};

/** Longer times overflow a timer, which then ends at once. */
const MAX_MS = 2 ** 31 - 1;

/** @throws TypeError if the value is not one from 1 to `max`. */
export const wholeNumber = (name: string, value: number, max: number): number => {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new TypeError(`${name} must be a whole number from 1 to ${max}.`);
};

/** @param unknown the options that are left when all that are known were taken. @throws TypeError if there are any. */
const refuse = (unknown: object): void => {
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw new TypeError(`There is no option ${name} here.`);
};

/**
 * Returns a call's options, with the client's own as defaults.
 *
 * @throws TypeError if one of them is invalid or unknown.
 */
export const callSettings = (options: CallOptions, defaults: CallSettings): CallSettings => {
  const { signal, deadlineMs, attemptTimeoutMs, maxAttempts, onAttempt, ...unknown } = options;
  refuse(unknown);
  return {
    signal,
    deadlineMs: wholeNumber('deadlineMs', deadlineMs ?? defaults.deadlineMs, MAX_MS),
    attemptTimeoutMs: wholeNumber('attemptTimeoutMs', attemptTimeoutMs ?? defaults.attemptTimeoutMs, MAX_MS),
    maxAttempts: wholeNumber('maxAttempts', maxAttempts ?? defaults.maxAttempts, 1_000),
    onAttempt: onAttempt ?? defaults.onAttempt,
  };
};

const DEFAULTS: CallSettings = {
  signal: undefined,
  deadlineMs: 60_000,
  attemptTimeoutMs: 30_000,
  maxAttempts: 6,
  onAttempt: () => {},
};

const toBaseUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl must be an http or https address without user, query and fragment.');
  return url.href.replace(/\/+$/, '');
};

/** Names and addresses of this host: what is sent there does not leave it. */
const LOOPBACK =
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/;

/** Returns true if what is sent to an address can be read on the way: plain HTTP to another host. */
export const isPlaintext = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
};

/** @throws TypeError if an option is invalid or unknown. */
export const toSettings = ({
  baseUrl,
  apiKey,
  loadId,
  allowPlaintext = false,
  fetch,
  timing,
  ...call
}: ClientOptions): Settings => {
  if (typeof apiKey !== 'string' || apiKey === '') throw new TypeError('apiKey must be a text.');
  if (loadId !== undefined && !UUID.test(loadId)) throw new TypeError('loadId must be a UUID.');
  if (typeof allowPlaintext !== 'boolean') throw new TypeError('allowPlaintext must be true or false.');
  const address = toBaseUrl(baseUrl);
  if (!allowPlaintext && isPlaintext(address))
    throw new TypeError(
      'baseUrl is plain HTTP to another host: everybody on the way could read the API key. Use https, or set allowPlaintext.',
    );
  if ('signal' in call) throw new TypeError('signal is an option of a call, not of the client.');
  return {
    baseUrl: address,
    apiKey,
    loadId,
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timing: { ...REAL_TIME, ...timing },
    call: callSettings(call, DEFAULTS),
  };
};
