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

const restAfter = (ms: number): number => Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, REST * ms));

/**
 * Keeps the figures up to date until it is stopped. @returns a function that stops it after the step under way.
 *
 * @param database its location, for the log.
 */
export const keepFigures = (
  keep: ReturnType<typeof keepRollups>,
  database: string,
  logger: Logger,
): (() => Promise<void>) =>
  inBackground(async () => {
    const began = performance.now();
    const done = await keep();
    if (E.isLeft(done)) {
      const error = causeMessage(done.left.cause);
      logger.warn({ database, error }, 'The figures could not be counted; the next try follows.');
      return IDLE_MS;
    }
    if (done.right === 'behind') return 0;
    return done.right === 'elsewhere' ? IDLE_MS : restAfter(performance.now() - began);
  });
