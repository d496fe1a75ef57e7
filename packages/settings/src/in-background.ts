import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs steps one after the other until it is stopped. @returns a function that stops it after the step under way.
 *
 * @param step returns the milliseconds to wait before the next one; it never rejects.
 */
export const inBackground = (step: (signal: AbortSignal) => Promise<number>): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) await delay(await step(signal), undefined, { signal, ref: false }).catch(() => undefined);
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
};
