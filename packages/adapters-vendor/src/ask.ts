import { DelegateBackoff, handleWhenResult, type IRetryBackoffContext, retry } from 'cockatiel';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type AttemptFailure,
  failureOf,
  isFailureThat,
  isIntermittent,
  unanswered,
  type VendorAnswer,
} from './answer.ts';
import type { Breaker } from './breaker.ts';
import type { Exchange } from './exchange.ts';
import type { VendorSettings } from './settings.ts';

/** Asks the vendor for a path and judges its answer; again after an intermittent failure. */
export type Ask = <A>(
  path: string,
  judge: (answer: VendorAnswer) => E.Either<AttemptFailure, A>,
) => TE.TaskEither<AttemptFailure, A>;

/**
 * Repeats an attempt while the circuit is closed and the time left allows it. `Retry-After` lengthens the pause; if it is
 * longer than the time left, the attempt is not repeated.
 *
 * @param remainingMs the time left for the verification.
 */
export const makeAsk =
  (settings: VendorSettings, exchange: Exchange, breaker: Breaker, remainingMs: () => number): Ask =>
  (path, judge) => {
    const mayRepeat = (failure: AttemptFailure): boolean =>
      isIntermittent(failure) &&
      breaker.isClosed() &&
      (failure.retryAfterMs ?? 0) + settings.leastAttemptMs <= remainingMs();

    const attempt = (timeLimitMs: number) => pipe(exchange(path, timeLimitMs), TE.chainEitherK(judge));
    const attemptInTime = async () => {
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
