/** A number of events within some seconds. */
export type Pace = { readonly events: number; readonly seconds: number };

/** Less than this is too short to tell a pace. */
const MIN_SECONDS = 1;

export const perSecond = ({ events, seconds }: Pace): number => events / Math.max(seconds, MIN_SECONDS);

/** Returns when nothing will remain at a pace; null if nothing remains now, or nothing happens. */
export const estimatedEnd = (remaining: number, pace: Pace, now: Date): Date | null => {
  const rate = perSecond(pace);
  return remaining <= 0 || rate === 0 ? null : new Date(now.getTime() + (remaining / rate) * 1000);
};

/** Fewer refusals than this do not make a trend. */
const MIN_REFUSALS = 20;
const RISE = 3;

/** Returns true if refusals have become at least three times as frequent as before, and are not only a few. */
export const isRising = (before: Pace, recent: Pace): boolean =>
  recent.events >= MIN_REFUSALS && perSecond(recent) >= RISE * perSecond(before);
