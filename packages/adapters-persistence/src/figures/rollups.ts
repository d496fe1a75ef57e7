import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ADVISORY_LOCKS } from '../sql/advisory-locks.ts';
import { query } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { SLOT_MS } from './counted-events.ts';
import { HOUR_MS, mergeOld } from './merge-old.ts';
import { beginAlone, lockProgress, type RollupState, readProgress, time } from './progress.ts';
import { countSpan, endOfBatch, storeCount } from './recount.ts';

/** Imports are nearly always committed within this time of their id; later ones are found by the next verification. */
const SETTLED_AFTER_MS = 30_000;

const SAVE = `update rollup_progress set counted_at = now(), counted_to = ${time('$1')} where id = 1`;

const step = async (em: EntityManager): Promise<RollupState> => {
  const { now, countedTo, countedAt } = await readProgress(em);
  const settled = Math.floor((now - SETTLED_AFTER_MS) / SLOT_MS) * SLOT_MS;
  const isBehind = countedTo < settled;
  const end = isBehind ? await endOfBatch(em, { from: countedTo, settled }) : null;
  const count = await countSpan(em, countedTo, end);
  const locked = await lockProgress(em);
  // On a cluster, another process may have counted the same, later.
  if (locked.countedTo !== countedTo || locked.countedAt !== countedAt) return 'behind';
  await storeCount(em, count);
  // A verification under way may still count the slots of the hour that became old since it began.
  if (end !== null) await mergeOld(em, { now: now - HOUR_MS, from: countedTo, countedTo: end });
  await query(em, SAVE, [end ?? countedTo]);
  return isBehind ? 'behind' : 'current';
};

/**
 * Brings the rollups up to date by one step: a part of what is not counted yet, or the latest slots (ADR 39). A step is a
 * transaction under an advisory lock, which ends with its process. What takes long is read before it changes anything: until then,
 * it has no number, and holds back nothing that waits for what is final.
 */
export const keepRollups = (em: EntityManager): Stored<RollupState> =>
  stored(() =>
    em
      .fork()
      .transactional(async (transaction) =>
        (await beginAlone(transaction, ADVISORY_LOCKS.rollups)) ? step(transaction) : 'elsewhere',
      ),
  );
