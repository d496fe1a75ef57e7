import { setTimeout as delay } from 'node:timers/promises';

/** A reader waits this long at most. */
const MAX_WAIT_MS = 10_000;
const LOOK_MS = 50;
/** Changes that a reader gets who has waited so long: so few that five readers take less than 1 % of two processors. */
const FEW = 20;

type ReadPage<Wanted, Page> = (wanted: Wanted) => () => Promise<Page>;

/**
 * Lets imports go first: at full load, three readers and two webhooks that follow would take two thirds of it. While the process is
 * busy, a page of the feed waits, and is then a short one; at any lower load, it does not wait (ADR 5).
 */
export const makeGiveWay =
  (isBusy: () => boolean, isStopping: () => boolean, maxWaitMs = MAX_WAIT_MS) =>
  <Wanted extends { readonly limit: number }, Page>(read: ReadPage<Wanted, Page>): ReadPage<Wanted, Page> =>
  (wanted) =>
  async () => {
    const until = performance.now() + maxWaitMs;
    const mustWait = () => isBusy() && !isStopping();
    while (mustWait() && performance.now() < until) await delay(LOOK_MS);
    return read(mustWait() ? { ...wanted, limit: Math.min(FEW, wanted.limit) } : wanted)();
  };
