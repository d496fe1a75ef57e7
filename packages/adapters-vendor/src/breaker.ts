import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, isFailureThat, isIntermittent, unanswered } from './answer.ts';
import type { CircuitStateName } from './observer.ts';
import type { VendorSettings } from './settings.ts';

/** Stops requests to a vendor that is down: one breaker for each vendor and process (docs/adr/0008). */
export type Breaker = {
  /** False after the circuit has opened, until a trial is answered. */
  readonly isClosed: () => boolean;
  /** Runs the attempt, or returns Left `circuit_open` without running it. */
  readonly through: <A>(attempt: TaskEither<AttemptFailure, A>) => TaskEither<AttemptFailure, A>;
};

/**
 * Opens after `failuresToOpen` consecutive intermittent failures, permits one trial `halfOpenAfterMs` later, and closes
 * if that trial is answered. Verdicts on an instruction are answers; so is the refusal of our credentials.
 */
export const makeBreaker = (
  { failuresToOpen, halfOpenAfterMs }: VendorSettings,
  onStateChange: (state: CircuitStateName) => void,
): Breaker => {
  const policy = circuitBreaker(handleWhenResult(isFailureThat(isIntermittent)), {
    halfOpenAfter: halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(failuresToOpen),
  });
  policy.onStateChange((state) => onStateChange(STATE_NAMES[state]));
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

const STATE_NAMES: { readonly [state in CircuitState]: CircuitStateName } = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Isolated]: 'open',
};
