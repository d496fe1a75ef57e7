import { NODE_POSITIONS } from '@carryover/domain/seal';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { beginOfSlot, LOAD, slotOfId } from '../figures/counted-events.ts';
import { orNull } from '../schema/stored-values.ts';
import { readSealedEnds } from '../seals/sealed-ends.ts';
import { query, readRows } from '../sql/query.ts';

/** The tables of requests that stored nothing else, by the outcome of their records. */
export const ATTEMPT_TABLES = { refused: 'refused_import', dry_run: 'dry_run' } as const;
export type AttemptOutcome = keyof typeof ATTEMPT_TABLES;

/** Only these are missing afterwards. `$2`: where the seals end, by node. */
const SEALED = `coalesce(commit_position < ($2::jsonb->>(commit_position / ${NODE_POSITIONS})::text)::bigint, false)`;
const REMOVE = (outcome: AttemptOutcome): string => `
  delete from ${ATTEMPT_TABLES[outcome]} where id = any($1::uuid[])
  returning ${outcome === 'refused' ? SEALED : '$2::jsonb is null'} as sealed, organisation_id, supplier_code, ${slotOfId('id')} as slot, endpoint, coalesce(code, '') as code, ${LOAD} as load_id, item_count`;

const COUNT = `
  insert into removed_rollup (organisation_id, supplier_code, slot, endpoint, outcome, code, load_id, requests, items, sealed)
  select r.organisation_id, coalesce(s.code, ''), ${beginOfSlot('r.slot')}, r.endpoint, $2, r.code, r.load_id, count(*),
         coalesce(sum(r.item_count), 0), count(*) filter (where r.sealed)
  from jsonb_to_recordset($1::jsonb)
    as r (organisation_id uuid, supplier_code text, slot int, endpoint text, code text, load_id uuid, item_count int, sealed boolean)
  left join import_supplier s on s.organisation_id = r.organisation_id and s.code = r.supplier_code collate "C"
  group by 1, 2, 3, 4, 6, 7
  on conflict (organisation_id, supplier_code, slot, endpoint, outcome, code, load_id) do update
  set requests = removed_rollup.requests + excluded.requests, items = removed_rollup.items + excluded.items,
    sealed = removed_rollup.sealed + excluded.sealed`;

const removedRow = t.type({
  organisation_id: t.string,
  supplier_code: orNull(t.string),
  slot: t.number,
  endpoint: t.string,
  code: t.string,
  load_id: t.string,
  item_count: orNull(t.number),
  sealed: t.boolean,
});

/**
 * Removes refused requests or dry runs, and adds them to the counts of removed ones, so that figures stay.
 *
 * @param em of a transaction. @returns the number of those that still existed.
 */
export const removeAttempts = async (
  em: EntityManager,
  outcome: AttemptOutcome,
  ids: ReadonlyArray<string>,
): Promise<number> => {
  if (ids.length === 0) return 0;
  const ends = JSON.stringify(Object.fromEntries(await readSealedEnds(em)));
  const removed = await readRows(em, removedRow, REMOVE(outcome), [ids, ends]);
  if (removed.length > 0) await query(em, COUNT, [JSON.stringify(removed), outcome]);
  return removed.length;
};
