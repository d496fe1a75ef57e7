import { CarryoverError, type Failure, type Outcome } from '../failure.ts';
import type { Attempt, CallSettings } from '../options.ts';
import type { Timing } from './timing.ts';

/** The maximum wait before the second attempt; it doubles with each attempt. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

const RETRIED = new Set<Failure['kind']>(['network', 'throttled', 'unavailable', 'unexpected', 'protocol']);

/** Returns true if the next attempt may succeed. */
const mayPass = ({ kind }: Failure): boolean => RETRIED.has(kind);

/**
 * Returns the wait after the attempt `number`: the time the service asked for, plus a random part of a time that doubles with each
 * attempt, so that clients that failed together do not retry together.
 */
export const waitMs = (number: number, { retryAfterMs }: Pick<Failure, 'retryAfterMs'>, random: number): number =>
  (retryAfterMs ?? 0) + random * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (number - 1));

export type Repeated<T> = { readonly outcome: Outcome<T>; readonly attempts: number };

/**
 * Tries until an attempt succeeds, fails permanently, or the next one would be too late; returns the last outcome.
 *
 * @param isSafe true if the request may be sent again after this failure.
 * @param deadlineAt on the clock of `timing`; a wait never goes beyond it.
 * @param signal its reason is the failure to end with once it aborts.
 */
export const repeat = async <T>(
  attempt: () => Promise<Outcome<T>>,
  {
    endpoint,
    isSafe,
    deadlineAt,
    signal,
  }: {
    readonly endpoint: string;
    readonly isSafe: (failure: Failure) => boolean;
    readonly deadlineAt: number;
    readonly signal: AbortSignal;
  },
  { maxAttempts, onAttempt }: Pick<CallSettings, 'maxAttempts' | 'onAttempt'>,
  { now, sleep, random }: Timing,
): Promise<Repeated<T>> => {
  let mayBeStored = false;
  let before: CarryoverError | undefined;
  for (let number = 1; ; number += 1) {
    const startedAt = now();
    const outcome = await attempt();
    const report = (wait: number | null): void =>
      onAttempt(toAttempt(endpoint, number, now() - startedAt, outcome, wait));
    if (outcome.kind === 'answered') {
      report(null);
      return { outcome, attempts: number };
    }
    mayBeStored ||= outcome.mayBeStored;
    const wait = waitMs(number, outcome, random());
    const isLast =
      number >= maxAttempts || !mayPass(outcome) || !isSafe(outcome) || signal.aborted || now() + wait >= deadlineAt;
    report(isLast ? null : wait);
    if (isLast) return { outcome: { ...outcome, mayBeStored, cause: outcome.cause ?? before }, attempts: number };
    before = new CarryoverError(endpoint, outcome, number);
    await sleep(wait, signal);
    if (signal.aborted) {
      const stopped = signal.reason as Failure;
      return { outcome: { ...stopped, mayBeStored, cause: stopped.cause ?? before }, attempts: number };
    }
  }
};

const toAttempt = (
  endpoint: string,
  number: number,
  durationMs: number,
  outcome: Outcome<unknown>,
  wait: number | null,
): Attempt => ({
  endpoint,
  number,
  durationMs,
  outcome: outcome.kind,
  status: outcome.status,
  code: outcome.kind === 'answered' ? null : outcome.code,
  requestId: outcome.requestId,
  mayBeStored: outcome.kind !== 'answered' && outcome.mayBeStored,
  waitMs: wait,
});
