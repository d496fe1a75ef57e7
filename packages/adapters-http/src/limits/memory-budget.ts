import type { Permit } from '../pipeline/context.ts';

/** Bounds the bodies being processed at once by their size in bytes; first come, first served. */
export type MemoryBudget = { readonly acquire: (bytes: number) => Promise<Permit> };

/** Number of bodies that are processed at once at any size: while one waits for the database, another is parsed. */
const ALWAYS = 2;

/** A body that is processed for longer waits for something else, an account's lock for example. */
const PROCESSING_MS = 500;

/** The interval between two attempts to set waiting bodies aside. */
const POLL_MS = 100;

/** The bytes that may be set aside, as a multiple of the budget. */
const ASIDE = 8;

type Acquired = { readonly bytes: number; readonly at: number };
type Waiting = { readonly bytes: number; readonly grant: () => void };

/**
 * A parsed body takes many times the memory of its bytes, and bytes do not cost the garbage collector any work.
 *
 * A request that waits for something else gives up its share of the budget, so that requests for one locked account do
 * not delay requests for other accounts (decisions 3).
 */
export const makeMemoryBudget = (maxBytes: number): MemoryBudget => {
  const waiting: Waiting[] = [];
  /** In the order of their start. */
  const processing = new Set<Acquired>();
  const aside = new Set<Acquired>();
  let used = 0;
  let usedAside = 0;
  let timer: NodeJS.Timeout | undefined;

  const setAside = (now: number): void => {
    for (const acquired of processing) {
      const isProcessed = now - acquired.at < PROCESSING_MS;
      if (isProcessed || usedAside + acquired.bytes > ASIDE * maxBytes) return;
      processing.delete(acquired);
      used -= acquired.bytes;
      aside.add(acquired);
      usedAside += acquired.bytes;
    }
  };
  const release = (acquired: Acquired): void => {
    if (processing.delete(acquired)) used -= acquired.bytes;
    if (aside.delete(acquired)) usedAside -= acquired.bytes;
    grantNext();
  };
  /** Polls while requests wait: the oldest one being processed may have begun to wait, too. */
  const poll = (now: number): void => {
    const [first] = processing;
    if (waiting.length === 0 || first === undefined || timer !== undefined) return;
    const grantAgain = () => {
      timer = undefined;
      grantNext();
    };
    timer = setTimeout(grantAgain, Math.max(POLL_MS, first.at + PROCESSING_MS - now));
  };
  const grantNext = (): void => {
    const now = performance.now();
    setAside(now);
    for (
      let next = waiting[0];
      next !== undefined && (processing.size < ALWAYS || used + next.bytes <= maxBytes);
      next = waiting[0]
    ) {
      waiting.shift();
      next.grant();
    }
    poll(now);
  };

  return {
    acquire: (bytes) =>
      new Promise((resolve) => {
        const grant = () => {
          const acquired = { bytes, at: performance.now() };
          processing.add(acquired);
          used += bytes;
          resolve({ release: () => release(acquired) });
        };
        waiting.push({ bytes, grant });
        grantNext();
      }),
  };
};
