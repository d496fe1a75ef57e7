import { setTimeout as delay } from 'node:timers/promises';

/** The time between two looks at the figures. */
const EVERY_MS = 500;

/** The changes of a page's live part. @param show returns the present one, as HTML. */
export async function* liveEvents(signal: AbortSignal, show: () => Promise<string>): AsyncGenerator<string> {
  let shown = '';
  while (!signal.aborted) {
    const data = await show();
    if (data !== shown) yield data;
    shown = data;
    await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
