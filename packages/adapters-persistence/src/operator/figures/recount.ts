import type { Slots } from '@carryover/application/ports/operator/figures/rollups';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readRows } from '../../driver/query.ts';
import { areEqual, keyOf, type RollupRow, replaceRows, rollupRow, storedRows } from './rollup-rows.ts';
import { boundsOf, SOURCES } from './sources.ts';

/**
 * Counts the records of some slots from the beginning, and stores what differs from before: a count replaces an earlier
 * one, so that nothing is added twice (ADR 39).
 */
export const recount = async (em: EntityManager, slots: Slots): Promise<void> => {
  const before = new Map((await storedRows(em, slots)).map((row) => [keyOf(row), row]));
  const added: RollupRow[] = [];
  const replaced: RollupRow[] = [];
  for (const source of SOURCES)
    for (const after of await readRows(em, rollupRow, source.count, boundsOf(source, slots))) {
      const key = keyOf(after);
      const known = before.get(key);
      before.delete(key);
      if (known !== undefined && areEqual(known, after)) continue;
      added.push(after);
      if (known !== undefined) replaced.push(known);
    }
  await replaceRows(em, { added, replaced, gone: [...before.values()] });
};
