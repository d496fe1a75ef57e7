import { setTimeout as delay } from 'node:timers/promises';
import { makePlatformClient } from '@carryover/client';
import { openHolding } from './holding.ts';

/** Follows the feed until it is killed; with FOLLOW=no, until nothing more is ready. */
const { BASE_URL = '', PLATFORM_KEY = '', FILE = '', LIMIT = '', SUPPLIER, FOLLOW } = process.env;

/** A service that is away is asked again soon, so that the feed is read in its first moments. */
const LONGEST_WAIT_MS = 250;
const sleep = async (ms: number, signal: AbortSignal): Promise<void> =>
  delay(Math.min(ms, LONGEST_WAIT_MS), undefined, { signal }).catch(() => undefined);

const holding = openHolding(FILE);
// Longer than a service is ever away: a reader does not give up.
const deadlineMs = 3_600_000;
const platform = makePlatformClient({ baseUrl: BASE_URL, platformKey: PLATFORM_KEY, deadlineMs, timing: { sleep } });
const pages = platform.changes({
  after: holding.cursor(),
  limit: Number(LIMIT),
  follow: FOLLOW !== 'no',
  maxAttempts: 1_000,
  ...(SUPPLIER === undefined ? {} : { supplier: SUPPLIER }),
});
for await (const { changes, next } of pages) holding.keep(changes, next);
holding.close();
