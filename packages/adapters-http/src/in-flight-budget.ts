import type * as T from 'fp-ts/lib/Task.js';

/** Does a task once there is room for `bytes` of it; first come, first served. */
export type InFlightBudget = <A>(bytes: number, task: T.Task<A>) => T.Task<A>;

/** However large they are, this many are worked on at once: while one waits for the database, another is parsed. */
const ALWAYS = 2;

/** A task that takes longer than this is not worked on but waits, for an account's lock for instance. */
const WORK_MS = 500;

/** What can't be set aside is looked at again after this. */
const LOOK_MS = 100;

/** How much may wait like this, in bodies' bytes, beside what is worked on: as many times. */
const ASIDE = 8;

type Entered = { readonly bytes: number; readonly at: number };
type Waiting = { readonly bytes: number; readonly admit: () => void };

/**
 * Bounds the bodies that are worked on at once, by their size: a parsed body takes many times its bytes, and what waits
 * its turn as bytes is no work for the garbage collector.
 *
 * What waits for something else gives up its room, so that requests for one locked account don't keep those for others
 * waiting (decisions 3).
 */
export const makeInFlightBudget = (maxBytes: number): InFlightBudget => {
  const waiting: Waiting[] = [];
  /** In the order they came. */
  const working = new Set<Entered>();
  const aside = new Set<Entered>();
  let used = 0;
  let usedAside = 0;
  let timer: NodeJS.Timeout | undefined;

  const setAside = (now: number): void => {
    for (const entered of working) {
      const isWorkedOn = now - entered.at < WORK_MS;
      if (isWorkedOn || usedAside + entered.bytes > ASIDE * maxBytes) return;
      working.delete(entered);
      used -= entered.bytes;
      aside.add(entered);
      usedAside += entered.bytes;
    }
  };
  const leave = (entered: Entered): void => {
    if (working.delete(entered)) used -= entered.bytes;
    if (aside.delete(entered)) usedAside -= entered.bytes;
    admitNext();
  };
  /** Looks again when the first of those that are worked on may turn out to wait. */
  const lookAgain = (now: number): void => {
    const [first] = working;
    if (waiting.length === 0 || first === undefined || timer !== undefined) return;
    const look = () => {
      timer = undefined;
      admitNext();
    };
    timer = setTimeout(look, Math.max(LOOK_MS, first.at + WORK_MS - now));
  };

  const admitNext = (): void => {
    const now = performance.now();
    setAside(now);
    for (
      let next = waiting[0];
      next !== undefined && (working.size < ALWAYS || used + next.bytes <= maxBytes);
      next = waiting[0]
    ) {
      waiting.shift();
      next.admit();
    }
    lookAgain(now);
  };
  const enter = (bytes: number): Promise<Entered> =>
    new Promise((resolve) => {
      const admit = () => {
        const entered = { bytes, at: performance.now() };
        working.add(entered);
        used += bytes;
        resolve(entered);
      };
      waiting.push({ bytes, admit });
      admitNext();
    });

  return (bytes, task) => async () => {
    const entered = await enter(bytes);
    try {
      return await task();
    } finally {
      leave(entered);
    }
  };
};
