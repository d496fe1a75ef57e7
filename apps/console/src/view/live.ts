import { setTimeout as delay } from 'node:timers/promises';

/** The time between two looks at the figures. */
const EVERY_MS = 500;

/** The open streams of this process. */
const open = new Set<AbortSignal>();

/** Returns whether somebody looks at live figures. */
export const isWatched = (): boolean => open.size > 0;

let [count, next] = [0, new AbortController()];

/** The number of times that this process counted the figures. What was read before is of the count before. */
export const countNumber = (): number => count;

/** Has all open streams look at once: figures were counted. Those that another process counts are seen by the next look. */
export const figuresCounted = (): void => {
  const ended = next;
  [count, next] = [count + 1, new AbortController()];
  ended.abort();
};

/** The changes of a page's live part. @param show returns the present one, as HTML. */
export async function* liveEvents(signal: AbortSignal, show: () => Promise<string>): AsyncGenerator<string> {
  open.add(signal);
  try {
    let shown = '';
    while (!signal.aborted) {
      const counted = next.signal;
      const data = await show();
      if (data !== shown) yield data;
      shown = data;
      await delay(EVERY_MS, undefined, { signal: AbortSignal.any([signal, counted]) }).catch(() => undefined);
    }
  } finally {
    open.delete(signal);
  }
}
