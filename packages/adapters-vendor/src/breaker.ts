import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, unanswered } from './answer.ts';
import type { CircuitStateName } from './observer.ts';

/** Stops asking a vendor that is down: one breaker for each vendor and process (docs/adr/0008). */
export type Breaker = {
  /** True while attempts are refused: after opening, and during the one trial that decides whether it closes. */
  readonly isRefusing: () => boolean;
  /** The attempt, or Left `circuit_open` without one. */
  readonly through: <A>(attempt: TaskEither<AttemptFailure, A>) => TaskEither<AttemptFailure, A>;
};

/**
 * Opens after `failuresToOpen` attempts in a row that told nothing, lets one trial through `halfOpenAfterMs` later, and
 * closes when that trial is answered. Verdicts on an instruction are answers; so is the refusal of our credentials.
 */
export const makeBreaker = (
  { failuresToOpen, halfOpenAfterMs }: { readonly failuresToOpen: number; readonly halfOpenAfterMs: number },
  onStateChange: (state: CircuitStateName) => void,
): Breaker => {
  const policy = circuitBreaker(handleWhenResult(isOutage), {
    halfOpenAfter: halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(failuresToOpen),
  });
  let trialFrom = 0;
  policy.onBreak(() => {
    trialFrom = Date.now() + halfOpenAfterMs;
  });
  policy.onStateChange((state) => onStateChange(STATE_NAMES[state]));

  // While a trial runs cockatiel would let others wait for its outcome, and hold their callers with them.
  const isRefusing = () =>
    policy.state === CircuitState.HalfOpen || (policy.state === CircuitState.Open && Date.now() < trialFrom);
  const refused = E.left(unanswered('circuit_open'));

  return {
    isRefusing,
    through: (attempt) => () =>
      isRefusing()
        ? Promise.resolve(refused)
        : policy.execute(attempt).catch((error: unknown) => {
            if (error instanceof BrokenCircuitError) return refused;
            throw error;
          }),
  };
};

const STATE_NAMES: { readonly [state in CircuitState]: CircuitStateName } = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Isolated]: 'open',
};

/** A passing failure of the vendor. Credentials are not: 403 may come for one reference only, and would lock out all. */
const isOutage = (result: unknown): boolean => {
  const told = result as E.Either<AttemptFailure, unknown>;
  if (E.isRight(told) || told.left.failure.kind !== 'payment_vendor_unavailable') return false;
  return told.left.failure.cause !== 'credentials';
};
