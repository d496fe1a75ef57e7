import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { orNull } from '../schema/stored-values.ts';
import { ADVISORY_LOCKS } from '../sql/advisory-locks.ts';
import { query, readRow } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { boundsOf, COUNT, SKIP, SLOT_MS } from './counted-events.ts';

/** Records per step that catches up: a transaction of about a second. */
const BATCH = 50_000;
/** Records per step of a verification, which takes its time. */
const VERIFY_BATCH = 10_000;

/** Imports are nearly always committed within this time of their id; later ones are found by the next verification. */
const SETTLED_AFTER_MS = 30_000;

/** The time between two verifications of all slots that are not merged. */
const VERIFY_EVERY_MS = 300_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The spans into which slots of an age are merged, the first before the second. No chart shows shorter ones: it has 120 steps at most,
 * and reaches to the present. Each age is a multiple of the span.
 */
const MERGED = [
  { olderThanMs: 2 * DAY_MS, spanMs: HOUR_MS },
  { olderThanMs: 31 * DAY_MS, spanMs: DAY_MS },
] as const;

/** `behind`: call again at once. `elsewhere`: another process is counting. */
type RollupState = 'behind' | 'current' | 'elsewhere';

const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

// On one core, so that imports have the others.
const BEGIN = `
  select pg_try_advisory_xact_lock($1) as "isFree", set_config('max_parallel_workers_per_gather', '0', true)`;

/** Locks the row: an advisory lock is one of a node, and processes may be connected to several nodes of a cluster. */
const PROGRESS = `
  select ${ms('now()')} as now, ${ms('counted_to')} as "countedTo", ${ms('verified_to')} as "verifiedTo",
         ${ms('verified_at')} as "verifiedAt"
  from rollup_progress where id = 1 for update`;

const time = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;

const SAVE = `
  update rollup_progress
  set counted_at = now(), counted_to = ${time('$1')}, verified_to = ${time('$2')}, verified_at = ${time('$3')}
  where id = 1`;

const progressRow = t.type({
  now: t.number,
  /** Slots before this one are counted, and are counted again only by verifications. */
  countedTo: t.number,
  /** The end of what the current verification has counted again; null: none is under way. */
  verifiedTo: orNull(t.number),
  /** The end of the last verification; null: none has ended. */
  verifiedAt: orNull(t.number),
});
/** The parts of the records that are counted, in milliseconds since 1970, by the clock of the database. */
type Progress = Readonly<t.TypeOf<typeof progressRow>>;

const TOTAL_KEY = ['organisation_id', 'supplier_code', 'endpoint', 'outcome', 'code'];
const KEY = ['slot', ...TOTAL_KEY, 'load_id'];
const COUNTS = ['requests', 'items', 'stored_items', 'stored_documents', 'accounts'];
const SUMS = COUNTS.map((count) => `sum(${count})`);

/** Adds counts to those of a table, and leaves alone what they do not change. */
const addTo = (table: string, key: ReadonlyArray<string>, counts: string) => `
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

/**
 * Counts the events of a span from the beginning, and stores what differs from before, in the totals too: a count replaces an
 * earlier one, so that nothing is added twice (ADR 39). @param to null: without an end, for clocks that are ahead.
 */
const recount = async (em: EntityManager, from: number, to: number | null): Promise<void> => {
  const bounds = boundsOf(from, to);
  const counted = JSON.stringify(await query(em, COUNT, bounds));
  const span = bounds.slice(2);
  // The totals first, because all are changed by the difference from the rows before.
  for (const sql of [CHANGE_TOTALS, CHANGE_LOADS, CHANGE]) await query(em, sql, [counted, ...span]);
  await query(em, REMOVE_EMPTY, span);
};

/** Counts the next slots before `settled`, about as many as have a number of records of one table. @returns where they end. */
const recountBatch = async (em: EntityManager, records: number, from: number, settled: number): Promise<number> => {
  const [id, , since] = boundsOf(from, null);
  const last = (await readRow(em, t.type({ slot: orNull(t.number) }), SKIP, [id, since, records]))?.slot ?? null;
  const to = last === null ? settled : Math.min(settled, (last + 1) * SLOT_MS);
  await recount(em, from, to);
  return to;
};

const UNMERGED = `slot < $1::timestamptz and slot <> date_bin($2::interval, slot, 'epoch'::timestamptz)`;
const MERGE = addTo(
  'import_rollup',
  KEY,
  `select date_bin($2::interval, slot, 'epoch'::timestamptz) as slot, ${TOTAL_KEY}, load_id, ${COUNTS}
   from import_rollup where ${UNMERGED}`,
);

/** Merges old slots, whose sums stay. */
const mergeOld = async (em: EntityManager, { now, countedTo }: Progress): Promise<void> => {
  for (const { olderThanMs, spanMs } of MERGED) {
    const before = Math.floor(Math.min(now - olderThanMs, countedTo) / spanMs) * spanMs;
    const parameters = [new Date(before).toISOString(), `${spanMs} milliseconds`];
    await query(em, MERGE, parameters);
    await query(em, `delete from import_rollup where ${UNMERGED}`, parameters);
  }
};

/** Counts a part of the settled slots that are not merged again. At the end, old slots are merged. */
const verify = async (em: EntityManager, progress: Progress): Promise<Progress> => {
  const { now, countedTo, verifiedTo, verifiedAt } = progress;
  if (verifiedTo === null && verifiedAt !== null && now - verifiedAt < VERIFY_EVERY_MS) return progress;
  const [{ olderThanMs, spanMs }] = MERGED;
  const unmerged = Math.floor((now - olderThanMs) / spanMs) * spanMs;
  const end = await recountBatch(em, VERIFY_BATCH, Math.max(verifiedTo ?? 0, unmerged), countedTo);
  if (end < countedTo) return { ...progress, verifiedTo: end };
  await mergeOld(em, progress);
  return { ...progress, verifiedTo: null, verifiedAt: now };
};

/** An operator may have changed accounts since the last step, or none was counted. */
const HAVE_ACCOUNTS_CHANGED = `
  select not exists (select from account_rollup) or exists (
    select from operator_action
    where performed_at >= (select counted_at from rollup_progress) - make_interval(secs => ${SETTLED_AFTER_MS / 1000})
      and action in ('account import', 'account promote')) as changed`;

// One statement, so that a count is never missing; on a cluster it is the same on each node.
const COUNT_ACCOUNTS = `
  select s.organisation_id, s.code as supplier_code, counted.status, accounts::text
  from (select supplier_id, status, count(*) as accounts from account group by 1, 2) counted
  join import_supplier s on s.id = counted.supplier_id`;

const WRITE_ACCOUNTS = `
  insert into account_rollup (organisation_id, supplier_code, status, accounts)
  select organisation_id, supplier_code, status, accounts
  from jsonb_populate_recordset(null::account_rollup, $1::jsonb)`;

/** @param isDue false: accounts are counted only if they have changed. */
const countAccounts = async (em: EntityManager, isDue: boolean): Promise<void> => {
  const row = await readRow(em, t.type({ changed: t.boolean }), HAVE_ACCOUNTS_CHANGED);
  if (!isDue && row?.changed !== true) return;
  const rows = await query(em, COUNT_ACCOUNTS);
  await query(em, 'delete from account_rollup');
  await query(em, WRITE_ACCOUNTS, [JSON.stringify(rows)]);
};

const save = (em: EntityManager, { countedTo, verifiedTo, verifiedAt }: Progress) =>
  query(em, SAVE, [countedTo, verifiedTo, verifiedAt]);

const step = async (em: EntityManager, progress: Progress): Promise<RollupState> => {
  const { now, countedTo, verifiedAt } = progress;
  const settled = Math.floor((now - SETTLED_AFTER_MS) / SLOT_MS) * SLOT_MS;
  if (countedTo < settled) {
    await save(em, { ...progress, countedTo: await recountBatch(em, BATCH, countedTo, settled) });
    return 'behind';
  }
  await recount(em, countedTo, null);
  const verified = await verify(em, progress);
  await countAccounts(em, verified.verifiedAt !== verifiedAt);
  await save(em, verified);
  return 'current';
};

/**
 * Brings the rollups up to date by one step: a part of what is not counted yet, or the latest slots, and then a part of
 * the verification, which counts the slots of the last two days again (ADR 39). A step is a transaction under an advisory
 * lock, which ends with its process.
 */
export const keepRollups = (em: EntityManager): Stored<RollupState> =>
  stored(() =>
    em.fork().transactional(async (transaction) => {
      const begun = await readRow(transaction, t.type({ isFree: t.boolean }), BEGIN, [ADVISORY_LOCKS.rollups]);
      if (begun?.isFree !== true) return 'elsewhere';
      return step(transaction, (await readRow(transaction, progressRow, PROGRESS))!);
    }),
  );
