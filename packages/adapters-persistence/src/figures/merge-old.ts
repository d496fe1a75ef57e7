import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '../sql/query.ts';
import { addTo, COUNTS, KEY, TOTAL_KEY } from './recount.ts';

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The spans into which slots of an age are merged, the first before the second. No chart shows shorter ones: it has 120 steps at most,
 * and reaches to the present. Each age is a multiple of the span.
 */
export const MERGED = [
  { olderThanMs: 2 * DAY_MS, spanMs: HOUR_MS },
  { olderThanMs: 31 * DAY_MS, spanMs: DAY_MS },
] as const;

const UNMERGED = `
  slot >= $3::timestamptz and slot < $1::timestamptz and slot <> date_bin($2::interval, slot, 'epoch'::timestamptz)`;
const MERGE = addTo(
  'import_rollup',
  KEY,
  `select date_bin($2::interval, slot, 'epoch'::timestamptz) as slot, ${TOTAL_KEY}, load_id, ${COUNTS}
   from import_rollup where ${UNMERGED}`,
);

/** Merges old slots from a time on, whose sums stay. @param countedTo the end of what is counted. */
export const mergeOld = async (
  em: EntityManager,
  { now, from, countedTo }: { readonly now: number; readonly from: number; readonly countedTo: number },
): Promise<void> => {
  for (const { olderThanMs, spanMs } of MERGED) {
    const [since, before] = [from, Math.min(now - olderThanMs, countedTo)].map(
      (time) => Math.floor(time / spanMs) * spanMs,
    ) as [number, number];
    if (before <= since) return;
    const parameters = [new Date(before).toISOString(), `${spanMs} milliseconds`, new Date(since).toISOString()];
    await query(em, MERGE, parameters);
    await query(em, `delete from import_rollup where ${UNMERGED}`, parameters);
  }
};
