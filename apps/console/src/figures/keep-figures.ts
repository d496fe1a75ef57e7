import type { RollupState } from '@carryover/adapters-persistence/figures/progress';
import type { Stored, StoreFailure } from '@carryover/application/ports/store-failure';
import { causeMessage } from '@carryover/settings/cause-message';
import { inBackground } from '@carryover/settings/in-background';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';

/** A step is followed by a rest of this many times its duration, so that it takes a small part of one core (ADR 39). */
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

/** Who looks at live figures. */
type Watchers = {
  readonly areThere: () => boolean;
  /** Tells them that figures were counted. */
  readonly tell: () => void;
};

/**
 * Keeps the figures up to date until it is stopped, and verifies them beside that, so that live figures do not wait for it.
 *
 * @param database its location, for the log. @returns a function that stops both after the steps under way.
 */
export const keepFigures = (
  { keep, verify }: { readonly keep: Stored<RollupState>; readonly verify: Stored<RollupState> },
  database: string,
  logger: Logger,
  watchers: Watchers,
): (() => Promise<void>) => {
  let [endedAt, took] = [Number.NEGATIVE_INFINITY, 0];
  const warn = ({ cause }: StoreFailure) => {
    const error = causeMessage(cause);
    logger.warn({ database, error }, 'The figures could not be counted; the next try follows.');
  };
  const stopCounting = inBackground(async () => {
    const rest = endedAt + (watchers.areThere() ? restWhileWatched(took) : restAfter(took)) - performance.now();
    // In parts, so that who begins to look does not wait for the end of a long one.
    if (rest > 0) return Math.min(rest, WATCHED_REST_MS);
    const began = performance.now();
    const done = await keep();
    if (E.isLeft(done)) {
      warn(done.left);
      return IDLE_MS;
    }
    if (done.right === 'elsewhere') return watchers.areThere() ? WATCHED_REST_MS : IDLE_MS;
    if (done.right === 'behind') return 0;
    [endedAt, took] = [performance.now(), performance.now() - began];
    watchers.tell();
    return 0;
  });
  const stopVerifying = inBackground(async () => {
    const began = performance.now();
    const done = await verify();
    if (E.isLeft(done)) warn(done.left);
    return E.isRight(done) && done.right !== 'elsewhere' ? restAfter(performance.now() - began) : IDLE_MS;
  });
  return async () => {
    await Promise.all([stopCounting(), stopVerifying()]);
  };
};
