import { setTimeout as pause } from 'node:timers/promises';
import type { VendorFailure } from '@carryover/application/ports/payment-vendor';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, unanswered } from './answer.ts';
import type { Breaker } from './breaker.ts';
import type { Deadline } from './deadline.ts';
import type { VendorSettings } from './settings.ts';

/** One request to the vendor, over in `timeLimitMs` (whole milliseconds); safe to make again. */
export type Attempt<A> = (timeLimitMs: number) => TaskEither<AttemptFailure, A>;

/** Makes the attempt until it is answered, may no longer be repeated, or the time runs out. */
export type Ask = <A>(attempt: Attempt<A>) => TaskEither<VendorFailure, A>;

/**
 * Repeats what fails for a passing reason, as long as pause and attempt still fit into the deadline. `Retry-After`
 * lengthens the pause; one that asks for more than is left ends the repeating at once.
 */
export const makeAsk =
  (
    settings: VendorSettings,
    breaker: Breaker,
    deadline: Deadline,
    onFailure: (failure: AttemptFailure) => void,
    random: () => number = Math.random,
  ): Ask =>
  (attempt) =>
  async () => {
    for (let made = 1; ; made++) {
      const remainingMs = deadline.remainingMs();
      if (remainingMs < settings.leastAttemptMs) return E.left(unanswered('timeout').failure);

      const timeLimitMs = Math.max(1, Math.floor(Math.min(settings.attemptMs, remainingMs)));
      const result = await breaker.through(attempt(timeLimitMs))();
      if (E.isRight(result)) return result;

      const { failure, retryAfterMs } = result.left;
      onFailure(result.left);
      const pauseMs = Math.max(backoffMs(settings, made, random), retryAfterMs ?? 0);
      const fits = pauseMs + settings.leastAttemptMs <= deadline.remainingMs();
      if (!mayPass(failure) || made >= settings.attempts || !fits || breaker.isRefusing()) return E.left(failure);
      await pause(pauseMs);
    }
  };

const mayPass = (failure: VendorFailure): boolean =>
  failure.kind === 'payment_vendor_unavailable' && failure.cause !== 'credentials' && failure.cause !== 'circuit_open';

/** Jitter keeps clients that failed together from coming back together. */
const backoffMs = (settings: VendorSettings, made: number, random: () => number): number =>
  settings.backoffMs * 2 ** (made - 1) * (0.5 + random() / 2);
