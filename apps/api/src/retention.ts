import { setTimeout as delay } from 'node:timers/promises';
import { listKeepingSuppliers, removeDue } from '@carryover/adapters-persistence/keeping/keeping';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { type DueRecords, dueRecords, type Retention } from '@carryover/domain/retention';
import { causeMessage } from '@carryover/settings/cause-message';
import { inBackground } from '@carryover/settings/in-background';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';

/** A step is followed by a rest of this many times its duration, so that imports have the database. */
const REST = 4;
const MIN_REST_MS = 20;
/** The time between two passes over all suppliers. */
const PASS_MS = 60_000;

/**
 * Removes payloads, refused requests and dry runs that are kept no longer (decisions 18), in short steps, until it is stopped.
 * Of several processes, one removes at a time.
 *
 * @returns a function that stops it after the step under way.
 */
export const removeWhatIsDue = (em: EntityManager, retention: Retention, logger: Logger): (() => Promise<void>) => {
  /** @returns false if another process removes. */
  const remove = async (due: DueRecords, signal: AbortSignal): Promise<E.Either<StoreFailure, boolean>> => {
    const { step } = removeDue(em, due);
    const sums = { removed: 0, altered: 0 };
    while (!signal.aborted) {
      const began = performance.now();
      const done = await step();
      if (E.isLeft(done)) return done;
      const { state, removed, altered } = done.right;
      if (state === 'elsewhere') return E.right(false);
      sums.removed += removed;
      sums.altered += altered;
      if (state === 'done') break;
      const restMs = Math.max(MIN_REST_MS, REST * (performance.now() - began));
      await delay(restMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
    const supplier = due.supplier?.code ?? null;
    if (sums.removed > 0) logger.info({ supplier, kind: due.kind, ...sums }, 'removed what is kept no longer');
    if (sums.altered > 0)
      logger.error(
        { supplier, altered: sums.altered },
        'payloads are not the ones that were received: they were not removed',
      );
    return E.right(true);
  };

  const pass = async (signal: AbortSignal): Promise<E.Either<StoreFailure, unknown>> => {
    const suppliers = await listKeepingSuppliers(em)();
    if (E.isLeft(suppliers)) return suppliers;
    const now = new Date();
    const all = [...suppliers.right, null];
    for (const due of all.flatMap((supplier) => dueRecords(retention, supplier, now, { isOngoingToo: false }))) {
      const removed = await remove(due, signal);
      if (E.isLeft(removed)) return removed;
      if (!removed.right || signal.aborted) break;
    }
    return E.right(undefined);
  };

  return inBackground(async (signal) => {
    const done = await pass(signal);
    if (E.isLeft(done))
      logger.warn(
        { error: causeMessage(done.left.cause) },
        'what is kept no longer could not be removed; the next try follows',
      );
    return PASS_MS;
  });
};
