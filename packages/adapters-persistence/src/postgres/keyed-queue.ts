export type KeyedQueue = <A>(key: string, task: () => Promise<A>) => Promise<A>;

/**
 * Runs tasks of one key one after the other, tasks of different keys side by side.
 *
 * The database serialises requests for one account anyway; waiting here instead of there means that an account with many
 * requests at once holds one connection, not all of them, so that other accounts never wait for it.
 */
export const makeKeyedQueue = (): KeyedQueue => {
  const last = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const previous = last.get(key);
    const mine = previous === undefined ? task() : previous.then(task, task);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
};
