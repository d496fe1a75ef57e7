import { type Check, fail, ok, warn } from './check.ts';

/** A time of another clock, read between two times of this machine's. `stepMs`: the resolution of that clock. */
export type Reading = {
  readonly of: 'database' | 'service';
  readonly time: Date;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly stepMs: number;
};

/** Beyond the first, times of records cannot be compared; beyond the second, tokens and expiry dates are wrong. */
const NOTICEABLE_MS = 2_000;
const HARMFUL_MS = 60_000;

/** By how much another clock is ahead of ours at least, 0 if the reading allows that they agree. */
const aheadMs = ({ time, askedAt, answeredAt, stepMs }: Reading): number => {
  const earliest = time.getTime();
  if (earliest > answeredAt) return earliest - answeredAt;
  return Math.min(0, earliest + stepMs - askedAt);
};

export const checkClock = (reading: Reading): Check => {
  const ahead = aheadMs(reading);
  const size = Math.abs(ahead);
  if (size < NOTICEABLE_MS) return ok('clock', `The clock of the ${reading.of} agrees with this machine's.`);
  const detail = `The clock of the ${reading.of} is ${(size / 1000).toFixed(0)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`;
  return (size < HARMFUL_MS ? warn : fail)('clock', detail, 'Synchronise both clocks (NTP).');
};
