import { DelegateBackoff, handleWhenResult, type IRetryBackoffContext, retry } from 'cockatiel';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, failureOf, isFailureThat, isIntermittent, unanswered } from './answer.ts';
import type { Breaker } from './breaker.ts';
import type { VendorSettings } from './settings.ts';

/** One request to the vendor, which takes at most `timeLimitMs` (whole milliseconds); it may be repeated. */
export type Attempt<A> = (timeLimitMs: number) => TaskEither<AttemptFailure, A>;

/** Makes an attempt, and repeats it after an intermittent failure. */
export type Ask = <A>(attempt: Attempt<A>) => TaskEither<AttemptFailure, A>;

/**
 * Repeats an attempt while the circuit is closed and the time left allows it. `Retry-After` lengthens the pause; if it is
 * longer than the time left, the attempt is not repeated.
 *
 * @param remainingMs the time left for the verification.
 */
export const makeAsk =
  (settings: VendorSettings, breaker: Breaker, remainingMs: () => number): Ask =>
  <A>(attempt: Attempt<A>) => {
    const mayRepeat = (failure: AttemptFailure): boolean =>
      isIntermittent(failure) &&
      breaker.isClosed() &&
      (failure.retryAfterMs ?? 0) + settings.leastAttemptMs <= remainingMs();

    const attemptInTime = async (): Promise<E.Either<AttemptFailure, A>> => {
      const leftMs = remainingMs();
      if (leftMs < settings.leastAttemptMs) return E.left(unanswered('timeout'));
      return breaker.through(attempt(Math.floor(Math.min(settings.attemptMs, leftMs))))();
    };

    const policy = retry(handleWhenResult(isFailureThat(mayRepeat)), {
      maxAttempts: settings.attempts - 1,
      backoff: new DelegateBackoff(pauseMs(settings)),
    });
    return () => policy.execute(attemptInTime);
  };

/** Jitter spreads the next attempts of requests that failed together. */
const pauseMs =
  ({ backoffMs }: VendorSettings) =>
  ({ attempt, result }: IRetryBackoffContext<unknown>): number =>
    Math.max(
      backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2),
      ('value' in result && failureOf(result.value)?.retryAfterMs) || 0,
    );
