import type { keepRollups } from '@carryover/adapters-persistence/figures/rollups';
import { causeMessage } from '@carryover/settings/cause-message';
import { inBackground } from '@carryover/settings/in-background';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';

/** A step is followed by a rest of this many times its duration, so that counting takes a small part of one core (ADR 39). */
const REST = 40;
const MIN_REST_MS = 1_000;
const MAX_REST_MS = 30_000;
/** The rest if another process counts, or the database does not answer. */
const IDLE_MS = 5_000;

/** While somebody looks at live figures, they are to be less than two seconds behind the commit. */
const WATCHED_REST_MS = 600;
const WATCHED_REST = 2;

const restAfter = (ms: number): number => Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, REST * ms));
const restWhileWatched = (ms: number): number => Math.max(WATCHED_REST_MS, WATCHED_REST * ms);

/**
 * Keeps the figures up to date until it is stopped. @returns a function that stops it after the step under way.
 *
 * @param database its location, for the log. @param isWatched returns whether somebody looks at live figures.
 */
export const keepFigures = (
  keep: ReturnType<typeof keepRollups>,
  database: string,
  logger: Logger,
  isWatched: () => boolean,
): (() => Promise<void>) => {
  let [endedAt, took] = [Number.NEGATIVE_INFINITY, 0];
  return inBackground(async () => {
    const rest = endedAt + (isWatched() ? restWhileWatched(took) : restAfter(took)) - performance.now();
    // In parts, so that who begins to look does not wait for the end of a long one.
    if (rest > 0) return Math.min(rest, WATCHED_REST_MS);
    const began = performance.now();
    const done = await keep();
    if (E.isLeft(done)) {
      const error = causeMessage(done.left.cause);
      logger.warn({ database, error }, 'The figures could not be counted; the next try follows.');
      return IDLE_MS;
    }
    if (done.right === 'elsewhere') return IDLE_MS;
    if (done.right === 'current') [endedAt, took] = [performance.now(), performance.now() - began];
    return 0;
  });
};
