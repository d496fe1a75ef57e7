import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhenResult,
  type IRetryBackoffContext,
  retry,
} from 'cockatiel';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, unanswered, type VendorAnswer } from './answer.ts';
import type { Exchange } from './exchange.ts';

/** The times and limits for one vendor (docs/adr/0008). */
export const VENDOR_SETTINGS = {
  /** A whole verification: waiting for a slot, every attempt and the pauses between them. Less than the 10 s allowed. */
  deadlineMs: 9_500,
  /** One attempt, from connecting to the last byte. */
  attemptMs: 4_000,
  /** No attempt starts with less time left than this. */
  leastAttemptMs: 500,
  /** Attempts for each request, including the first. */
  attempts: 3,
  /** The longest pause before the second attempt; doubled for each further one. The pause is a random half to all of it. */
  backoffMs: 200,
  /** Consecutive intermittent failures that open the circuit. */
  failuresToOpen: 10,
  /** Longer than `attemptMs`, so that no attempt from before the circuit opened can reopen it. */
  halfOpenAfterMs: 5_000,
  /** Verifications at the same time, and sockets. */
  concurrent: 64,
  /** Verifications that may wait for a slot; the next one is refused at once. */
  queued: 500,
};
export type VendorSettings = Readonly<typeof VENDOR_SETTINGS>;

/** Asks the vendor for a path and judges its answer; again after an intermittent failure. */
export type Ask = <A>(
  path: string,
  judge: (answer: VendorAnswer) => E.Either<AttemptFailure, A>,
) => TE.TaskEither<AttemptFailure, A>;

/**
 * Returns true if the next attempt may succeed. Refused credentials are not intermittent: a 403 may concern one reference only,
 * and must not open the circuit for all.
 */
const isIntermittent = ({ failure }: AttemptFailure): boolean =>
  failure.kind === 'payment_vendor_unavailable' && failure.cause !== 'credentials';

/** The failure in an attempt's result, which cockatiel passes on as `unknown`; null if it succeeded. */
const failureOf = (result: unknown): AttemptFailure | null => {
  const either = result as E.Either<AttemptFailure, unknown>;
  return E.isLeft(either) ? either.left : null;
};

const onFailureThat = (predicate: (failure: AttemptFailure) => boolean) =>
  handleWhenResult((result) => {
    const failure = failureOf(result);
    return failure !== null && predicate(failure);
  });

/** Stops requests to a vendor that is down: one breaker for each vendor and process (docs/adr/0008). */
type Breaker = {
  /** False after the circuit has opened, until a trial is answered. */
  readonly isClosed: () => boolean;
  /** Runs the attempt, or returns Left `circuit_open` without running it. */
  readonly through: <A>(attempt: TE.TaskEither<AttemptFailure, A>) => TE.TaskEither<AttemptFailure, A>;
};

/**
 * Opens after `failuresToOpen` consecutive intermittent failures, permits one trial `halfOpenAfterMs` later, and closes
 * if that trial is answered. Verdicts on an instruction are answers; so is the refusal of our credentials.
 */
export const makeBreaker = (
  { failuresToOpen, halfOpenAfterMs }: VendorSettings,
  onStateChange: (state: CircuitState) => void,
): Breaker => {
  const policy = circuitBreaker(onFailureThat(isIntermittent), {
    halfOpenAfter: halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(failuresToOpen),
  });
  policy.onStateChange(onStateChange);
  let trialAt = 0;
  policy.onBreak(() => {
    trialAt = performance.now() + halfOpenAfterMs;
  });
  const refused = (): E.Either<AttemptFailure, never> => {
    const retryInMs = Math.max(0, trialAt - performance.now());
    const failure = { kind: 'payment_vendor_unavailable', cause: 'circuit_open', retryInMs } as const;
    return E.left({ ...unanswered('circuit_open'), failure });
  };

  return {
    isClosed: () => policy.state === CircuitState.Closed,
    through: (attempt) => async () => {
      // During a trial cockatiel makes other callers wait for its result, which may take as long as an attempt.
      if (policy.state === CircuitState.HalfOpen) return refused();
      try {
        return await policy.execute(attempt);
      } catch (error) {
        if (error instanceof BrokenCircuitError) return refused();
        throw error;
      }
    },
  };
};

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

    const policy = retry(onFailureThat(mayRepeat), {
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
