/** @param onTooLong the result of a task whose turn does not come in time; the task is not run then. */
export type AccountQueue = <A>(key: string, task: () => Promise<A>, onTooLong: () => A) => Promise<A>;

/**
 * Runs the tasks of one account one after the other, tasks of different accounts side by side.
 *
 * The database serialises requests for one account anyway; waiting here instead of there means that an account with many
 * requests at once holds one connection, not all of them, so that other accounts never wait for it.
 *
 * @param maxWaitMs the longest wait for a task's turn; 0 for any.
 */
export const makeAccountQueue = (maxWaitMs: number): AccountQueue => {
  const last = new Map<string, Promise<unknown>>();

  const atOnce = <A>(task: () => Promise<A>) => {
    const done = task();
    return { done, answered: done };
  };

  const inTime = <A>(previous: Promise<unknown>, task: () => Promise<A>, onTooLong: () => A) => {
    let hasGivenUp = false;
    let timer: NodeJS.Timeout | undefined;
    const start = async (): Promise<A> => {
      clearTimeout(timer);
      return hasGivenUp ? onTooLong() : task();
    };
    const done = previous.then(start, start);
    const answered = new Promise<A>((resolve, reject) => {
      const giveUp = () => {
        hasGivenUp = true;
        resolve(onTooLong());
      };
      if (maxWaitMs > 0) timer = setTimeout(giveUp, maxWaitMs);
      done.then(resolve, reject);
    });
    return { done, answered };
  };

  return async (key, task, onTooLong) => {
    const previous = last.get(key);
    const { done, answered } = previous === undefined ? atOnce(task) : inTime(previous, task, onTooLong);
    last.set(key, done);
    const forget = () => {
      if (last.get(key) === done) last.delete(key);
    };
    done.then(forget, forget);
    return answered;
  };
};
