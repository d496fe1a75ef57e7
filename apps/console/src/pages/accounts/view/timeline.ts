import type { StoredPeriod } from '@carryover/adapters-persistence/queries/account';

const MAX_PERIODS = 60;
const DAY_MS = 86_400_000;
/** The width of the shortest period, so that a single day can be seen. */
const MIN_WIDTH = 0.6;
const MAX_YEARS = 12;

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/**
 * Returns the latest statement periods of a ledger: `bars` on a line of time from 0 to 100, with the `years` that begin on it, and
 * `periods`, newest first, without the `omitted` earlier ones. null if it has none. An open end is a month long.
 */
export const makeTimeline = (all: ReadonlyArray<StoredPeriod>) => {
  const shown = all.slice(-MAX_PERIODS);
  if (shown.length === 0) return null;
  const spans = shown.map((period) => {
    const start = dayOf(period.from);
    return { start, end: period.to === null ? start + 31 : dayOf(period.to) + 1, isOpen: period.isOpen };
  });
  const first = Math.min(...spans.map(({ start }) => start));
  const length = Math.max(...spans.map(({ end }) => end)) - first;
  const at = (day: number): number => ((day - first) / length) * 100;
  const [from, to] = [first, first + length].map((day) => new Date(day * DAY_MS).getUTCFullYear());
  const step = Math.ceil((to! - from! + 1) / MAX_YEARS);
  const years = Array.from({ length: to! - from! }, (_, i) => from! + 1 + i).filter((year) => year % step === 0);
  return {
    bars: spans.map(({ start, end, isOpen }) => {
      const width = Math.max(MIN_WIDTH, at(end) - at(start));
      return { x: Math.min(at(start), 100 - width).toFixed(2), width: width.toFixed(2), isOpen };
    }),
    years: years.map((year) => ({ year, x: at(dayOf(`${year}-01-01`)).toFixed(2) })),
    periods: shown.toReversed(),
    omitted: all.length - shown.length,
  };
};
