import type * as T from 'fp-ts/lib/Task.js';

/** Does a task once there is room for `bytes` of it; first come, first served. */
export type InFlightBudget = <A>(bytes: number, task: T.Task<A>) => T.Task<A>;

/**
 * Bounds the bodies that are worked on at once, by their size: a parsed body takes many times its bytes. One that is larger
 * than the whole budget is worked on alone.
 */
export const makeInFlightBudget = (maxBytes: number): InFlightBudget => {
  const waiting: { readonly bytes: number; readonly admit: () => void }[] = [];
  let used = 0;

  const admitNext = () => {
    for (
      let next = waiting[0];
      next !== undefined && (used === 0 || used + next.bytes <= maxBytes);
      next = waiting[0]
    ) {
      waiting.shift();
      used += next.bytes;
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
      admitNext();
    }
  };
};
