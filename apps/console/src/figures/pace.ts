import { SLOT_MS } from '@carryover/adapters-persistence/figures/counted-events';

/** The items that were stored within the ten seconds that begin at `at`. */
export type Stretch = { readonly at: Date; readonly items: number };

/** A load that stored nothing for this long was not running. */
export const PAUSE_MS = 60_000;
/** The pace is that of this much of the time that the load really ran. */
const RECENT_MS = 15 * 60_000;
/** Less than this is too short to tell a pace. */
const MIN_MS = 60_000;

/** The pace of a load over the time that it ran: what passed in pauses does not count. */
export type LoadPace = {
  readonly itemsPerSecond: number;
  /** The load stores something now. */
  readonly isRunning: boolean;
};

/**
 * Returns the pace of a load; null if it did not run for a minute yet.
 *
 * @param stretches those in which something was stored, the earliest first. @param until the time up to which was counted.
 */
export const paceOf = (stretches: ReadonlyArray<Stretch>, until: Date): LoadPace | null => {
  let end = until.getTime();
  let [items, ranMs, isRunning] = [0, 0, false];
  for (const { at, items: stored } of stretches.toReversed()) {
    if (ranMs >= RECENT_MS) break;
    const begin = Math.min(at.getTime(), end);
    const gap = end - begin - SLOT_MS;
    if (ranMs === 0) isRunning = gap < PAUSE_MS;
    // The end of a pause is not the beginning of work: only the stretch itself was worked.
    ranMs += gap < PAUSE_MS ? end - begin : SLOT_MS;
    items += stored;
    end = begin;
  }
  return ranMs < MIN_MS ? null : { itemsPerSecond: items / (ranMs / 1000), isRunning };
};

/** Returns when a load will have stored what remains, if it goes on like this; null if it does not run, or it cannot be told. */
export const endOfLoad = (remaining: number, pace: LoadPace | null, now: Date): Date | null =>
  pace === null || !pace.isRunning || pace.itemsPerSecond <= 0 || remaining <= 0
    ? null
    : new Date(now.getTime() + (remaining / pace.itemsPerSecond) * 1000);
