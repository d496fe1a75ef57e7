/** @param onTooLong what comes of a task whose turn does not come in time; it is not done then. */
export type KeyedQueue = <A>(key: string, task: () => Promise<A>, onTooLong: () => A) => Promise<A>;

/**
 * Runs tasks of one key one after the other, tasks of different keys side by side.
 *
 * The database serialises requests for one account anyway; waiting here instead of there means that an account with many
 * requests at once holds one connection, not all of them, so that other accounts never wait for it.
 *
 * @param maxWaitMs until a task's turn; 0: as long as it takes.
 */
export const makeKeyedQueue = (maxWaitMs: number): KeyedQueue => {
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
