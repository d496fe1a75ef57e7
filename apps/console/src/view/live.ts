import { setTimeout as delay } from 'node:timers/promises';

/** The time between two looks at the figures. */
const EVERY_MS = 500;

/** The open streams of this process. */
const open = new Set<AbortSignal>();

/** Returns whether somebody looks at live figures. */
export const isWatched = (): boolean => open.size > 0;

/** The changes of a page's live part. @param show returns the present one, as HTML. */
export async function* liveEvents(signal: AbortSignal, show: () => Promise<string>): AsyncGenerator<string> {
  open.add(signal);
  try {
    let shown = '';
    while (!signal.aborted) {
      const data = await show();
      if (data !== shown) yield data;
      shown = data;
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    open.delete(signal);
  }
}
