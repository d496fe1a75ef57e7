import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { orNull } from '../schema/stored-values.ts';
import { query, readRow } from '../sql/query.ts';
import { boundsOf, COUNT, SKIP, SLOT_MS } from './counted-events.ts';

export const TOTAL_KEY = ['organisation_id', 'supplier_code', 'endpoint', 'outcome', 'code'];
export const KEY = ['slot', ...TOTAL_KEY, 'load_id'];
export const COUNTS = ['requests', 'items', 'stored_items', 'stored_documents', 'accounts'];
const SUMS = COUNTS.map((count) => `sum(${count})`);

/** Adds counts to those of a table, and leaves alone what they do not change. */
export const addTo = (table: string, key: ReadonlyArray<string>, counts: string) => `
  insert into ${table} (${key}, ${COUNTS})
  select ${key}, ${SUMS} from (${counts}) counted
  group by ${key} having (${SUMS}) <> (${COUNTS.map(() => 0)})
  on conflict (${key}) do update set ${COUNTS.map((count) => `${count} = ${table}.${count} + excluded.${count}`)}`;

/** What a count changes: `$1` is counted, and the rows from `$2` to `$3` were counted before. */
const CHANGES = `
  select ${KEY}, ${COUNTS} from jsonb_populate_recordset(null::import_rollup, $1::jsonb)
  union all
  select ${KEY}, ${COUNTS.map((count) => `-${count}`)}
  from import_rollup where slot >= $2::timestamptz and slot < $3::timestamptz`;
const CHANGE_TOTALS = addTo('import_total', TOTAL_KEY, CHANGES);

/** The requests, or items, of an outcome. */
const of = (outcome: string, sum = 'requests') => `coalesce(sum(${sum}) filter (where outcome = '${outcome}'), 0)`;
const LOAD_KEY = ['organisation_id', 'supplier_code', 'load_id'];
const LOAD_COUNTS = {
  accepted: of('accepted'),
  refused: of('refused'),
  dry_runs: of('dry_run'),
  undone: of('undone'),
  items: `${of('accepted', 'items')} + ${of('refused', 'items')}`,
  stored_items: `${of('accepted', 'stored_items')} - ${of('undone', 'stored_items')}`,
};
const LOAD_NAMES = Object.keys(LOAD_COUNTS);
const LOAD_SUMS = Object.values(LOAD_COUNTS);
// An undo is no part of its load's time.
const CHANGE_LOADS = `
  insert into load_total (${LOAD_KEY}, ${LOAD_NAMES}, first_slot, last_slot)
  select ${LOAD_KEY}, ${LOAD_SUMS}, coalesce(min(slot) filter (where outcome <> 'undone'), 'infinity'),
         coalesce(max(slot) filter (where outcome <> 'undone'), '-infinity')
  from (${CHANGES}) changed
  group by ${LOAD_KEY} having (${LOAD_SUMS}) <> (${LOAD_NAMES.map(() => 0)})
  on conflict (${LOAD_KEY}) do update set ${LOAD_NAMES.map((name) => `${name} = load_total.${name} + excluded.${name}`)},
    first_slot = least(load_total.first_slot, excluded.first_slot),
    last_slot = greatest(load_total.last_slot, excluded.last_slot)`;
const CHANGE = addTo('import_rollup', KEY, CHANGES);
const REMOVE_EMPTY = `
  delete from import_rollup where slot >= $1::timestamptz and slot < $2::timestamptz and requests = 0`;

/** The events of a span of time, as they were counted; `to` null: without an end, for clocks that are ahead. */
type Count = { readonly from: number; readonly to: number | null; readonly rows: string };

/** Counts the events of a span from the beginning. */
export const countSpan = async (em: EntityManager, from: number, to: number | null): Promise<Count> => ({
  from,
  to,
  rows: JSON.stringify(await query(em, COUNT, boundsOf(from, to))),
});

/**
 * Stores what differs from the count before, in the totals too: a count replaces an earlier one, so that nothing is added twice
 * (ADR 39). Under the lock of the progress.
 */
export const storeCount = async (em: EntityManager, { from, to, rows }: Count): Promise<void> => {
  const span = boundsOf(from, to).slice(2);
  // The totals first, because all are changed by the difference from the rows before.
  for (const sql of [CHANGE_TOTALS, CHANGE_LOADS, CHANGE]) await query(em, sql, [rows, ...span]);
  await query(em, REMOVE_EMPTY, span);
};

/** Records of each table per step: the process holds their counts, of each record one in the worst case. */
const BATCH = 10_000;

/** Returns where the next slots before `settled` end that a step counts. */
export const endOfBatch = async (
  em: EntityManager,
  { from, settled }: { readonly from: number; readonly settled: number },
): Promise<number> => {
  const [id, , since] = boundsOf(from, null);
  const last = (await readRow(em, t.type({ slot: orNull(t.number) }), SKIP, [id, since, BATCH]))?.slot ?? null;
  return last === null ? settled : Math.min(settled, (last + 1) * SLOT_MS);
};
