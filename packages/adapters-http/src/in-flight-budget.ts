import type * as T from 'fp-ts/lib/Task.js';

/** Does a task once there is room for `bytes` of it; first come, first served. */
export type InFlightBudget = <A>(bytes: number, task: T.Task<A>) => T.Task<A>;

/** However large they are, this many are worked on at once: while one waits for the database, another is parsed. */
const ALWAYS = 2;

/**
 * Bounds the bodies that are worked on at once, by their size: a parsed body takes many times its bytes, and what waits
 * its turn as bytes is no work for the garbage collector.
 */
export const makeInFlightBudget = (maxBytes: number): InFlightBudget => {
  const waiting: { readonly bytes: number; readonly admit: () => void }[] = [];
  let used = 0;
  let active = 0;

  const admitNext = () => {
    for (
      let next = waiting[0];
      next !== undefined && (active < ALWAYS || used + next.bytes <= maxBytes);
      next = waiting[0]
    ) {
      waiting.shift();
      used += next.bytes;
      active += 1;
      next.admit();
    }
  };
  const room = (bytes: number): Promise<void> =>
    new Promise((admit) => {
      waiting.push({ bytes, admit });
      admitNext();
    });

  return (bytes, task) => async () => {
    await room(bytes);
    try {
      return await task();
    } finally {
      used -= bytes;
      active -= 1;
      admitNext();
    }
  };
};
