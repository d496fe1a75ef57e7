import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** What is left of one time budget. */
export type Deadline = {
  readonly remainingMs: () => number;
  /** Aborted when the budget is used up. */
  readonly signal: AbortSignal;
};

/**
 * Does `work` within `budgetMs`, by the monotonic clock.
 *
 * @returns Left `late` once the budget is used up, whatever `work` is doing then; `work` sees it by the deadline's signal.
 */
export const withDeadline =
  <F, A>(budgetMs: number, late: F, work: (deadline: Deadline) => TaskEither<F, A>): TaskEither<F, A> =>
  async () => {
    const end = performance.now() + budgetMs;
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const expiry = new Promise<E.Either<F, A>>((resolve) => {
      timer = setTimeout(() => {
        resolve(E.left(late));
        controller.abort();
      }, budgetMs);
    });
    const deadline = { remainingMs: () => end - performance.now(), signal: controller.signal };
    try {
      return await Promise.race([work(deadline)(), expiry]);
    } finally {
      clearTimeout(timer);
    }
  };
