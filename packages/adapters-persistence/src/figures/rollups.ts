import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, oneOf, orNull } from '../schema/stored-values.ts';
import { query, readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { SLOT_MS, SOURCES } from './counted-events.ts';

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

/** The key of the advisory lock; arbitrary, but not used by another program. */
const LOCK = 7_214_033_117;

// On one core, so that imports have the others.
const BEGIN = `
  select pg_try_advisory_xact_lock($1) as is_free, to_json(now())#>>'{}' as now,
         set_config('max_parallel_workers_per_gather', '0', true)`;

const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

const PROGRESS = `
  select ${ms('counted_to')} as "countedTo", ${ms('verified_to')} as "verifiedTo", ${ms('verified_at')} as "verifiedAt",
         ${ms('accounts_counted_at')} as "accountsCountedAt", coalesce(${ms('merged_to')}, 0) as "mergedTo"
  from rollup_progress where id = 1`;

const time = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;

const SAVE = `
  insert into rollup_progress (id, counted_at, counted_to, verified_to, verified_at, accounts_counted_at, merged_to)
  values (1, ${['$1', '$2', '$3', '$4', '$5', '$6'].map(time)})
  on conflict (id) do update
  set counted_at = excluded.counted_at, counted_to = excluded.counted_to, verified_to = excluded.verified_to,
      verified_at = excluded.verified_at, accounts_counted_at = excluded.accounts_counted_at,
      merged_to = excluded.merged_to`;

const progressRow = t.type({
  /** Slots before this one are counted, and are counted again only by verifications. */
  countedTo: t.number,
  /** The end of what the current verification has counted again; null: none is under way. */
  verifiedTo: orNull(t.number),
  /** The end of the last verification; null: none has ended. */
  verifiedAt: orNull(t.number),
  /** null: accounts were never counted. */
  accountsCountedAt: orNull(t.number),
  /** Slots before this one are merged, and are not counted again. */
  mergedTo: t.number,
});
/** The parts of the records that are counted, in milliseconds since 1970. */
type Progress = Readonly<t.TypeOf<typeof progressRow>>;

const NOTHING: Progress = { countedTo: 0, verifiedTo: null, verifiedAt: null, accountsCountedAt: null, mergedTo: 0 };

const save = (em: EntityManager, now: number, progress: Progress) =>
  query(em, SAVE, [
    now,
    progress.countedTo,
    progress.verifiedTo,
    progress.verifiedAt,
    progress.accountsCountedAt,
    progress.mergedTo,
  ]);

const TOTAL_KEY = ['organisation_id', 'supplier_code', 'endpoint', 'outcome', 'code'] as const;
const KEY = ['slot', ...TOTAL_KEY] as const;
const COUNTS = ['requests', 'items', 'stored_items', 'stored_documents', 'accounts'] as const;
const COLUMNS = [...KEY, ...COUNTS] as const;
/** The types of the columns that are no counts. */
const TYPES: Readonly<Record<string, string>> = {
  slot: 'timestamptz',
  organisation_id: 'uuid',
  supplier_code: 'text',
  endpoint: 'text',
  outcome: 'text',
  code: 'text',
};

/** A row of `import_rollup`, in texts. */
const rollupRow = t.record(oneOf(COLUMNS), t.string);
type RollupRow = t.TypeOf<typeof rollupRow>;

const STORED = `
  select ${TOTAL_KEY}, to_json(slot)#>>'{}' as slot, ${COUNTS.map((count) => `${count}::text`)}
  from import_rollup where slot >= $1::timestamptz and slot < $2::timestamptz`;

/** SQL for rows, one parameter per column. One statement for any number of them. */
const given = (first: number) =>
  `unnest(${COLUMNS.map((column, index) => `$${first + index}::${TYPES[column] ?? 'bigint'}[]`)}) as given (${COLUMNS})`;

const columnsOf = (rows: ReadonlyArray<RollupRow>) => COLUMNS.map((column) => rows.map((row) => row[column]));

const REMOVE = `
  delete from import_rollup r using ${given(1)}
  where ${KEY.map((column) => `r.${column} = given.${column}${column === 'supplier_code' ? ' collate "C"' : ''}`).join(' and ')}`;

const ADD = `insert into import_rollup (${COLUMNS}) select ${COLUMNS} from ${given(1)}`;

const CHANGE_TOTALS = `
  insert into import_total (${TOTAL_KEY}, ${COUNTS})
  select ${TOTAL_KEY}, ${COUNTS.map((count) => `sum(${count})`)}
  from (
    select ${TOTAL_KEY}, ${COUNTS} from ${given(1)}
    union all
    select ${TOTAL_KEY}, ${COUNTS.map((count) => `-${count}`)} from ${given(1 + COLUMNS.length)}) changed
  group by ${TOTAL_KEY}
  on conflict (${TOTAL_KEY}) do update set ${COUNTS.map((count) => `${count} = import_total.${count} + excluded.${count}`)}`;

const toText = (row: RollupRow): string => JSON.stringify(COLUMNS.map((column) => row[column]));

/** Returns the rows that are not among others. */
const without = (rows: ReadonlyArray<RollupRow>, others: ReadonlyArray<RollupRow>): ReadonlyArray<RollupRow> => {
  const texts = new Set(others.map(toText));
  return rows.filter((row) => !texts.has(toText(row)));
};

/**
 * Counts the events of a span from the beginning, and stores what differs from before, in the totals too: a count replaces an
 * earlier one, so that nothing is added twice (ADR 39). @param to null: without an end, for clocks that are ahead.
 */
const recount = async (em: EntityManager, from: number, to: number | null): Promise<void> => {
  const before = await readRows(em, rollupRow, STORED, [
    new Date(from).toISOString(),
    to === null ? 'infinity' : new Date(to).toISOString(),
  ]);
  const after: RollupRow[] = [];
  for (const { count, boundOf } of SOURCES)
    after.push(...(await readRows(em, rollupRow, count, [boundOf(from), boundOf(to)])));
  const [removed, added] = [without(before, after), without(after, before)];
  if (removed.length > 0) await query(em, REMOVE, columnsOf(removed));
  if (added.length > 0) await query(em, ADD, columnsOf(added));
  if (removed.length + added.length > 0) await query(em, CHANGE_TOTALS, [...columnsOf(added), ...columnsOf(removed)]);
};

/** Counts the next slots before `settled`, about as many as have a number of records of one table. @returns where they end. */
const recountBatch = async (em: EntityManager, records: number, from: number, settled: number): Promise<number> => {
  let to = settled;
  for (const { skip, boundOf } of SOURCES) {
    const last = await readRow(em, t.type({ slot: t.number }), skip, [boundOf(from), records]);
    if (last !== null) to = Math.min(to, (last.slot + 1) * SLOT_MS);
  }
  await recount(em, from, to);
  return to;
};

const UNMERGED = `slot < $1::timestamptz and slot <> date_bin($2::interval, slot, 'epoch'::timestamptz)`;

const MERGE = `
  insert into import_rollup (${KEY}, ${COUNTS})
  select date_bin($2::interval, slot, 'epoch'::timestamptz), ${TOTAL_KEY}, ${COUNTS.map((count) => `sum(${count})`)}
  from import_rollup where ${UNMERGED}
  group by 1, ${TOTAL_KEY}
  on conflict (organisation_id, supplier_code, slot, endpoint, outcome, code)
  do update set ${COUNTS.map((count) => `${count} = import_rollup.${count} + excluded.${count}`)}`;

/** Merges old slots, whose sums stay. @returns the time before which all are merged. */
const mergeOld = async (em: EntityManager, now: number, { countedTo, mergedTo }: Progress): Promise<number> => {
  let merged = mergedTo;
  for (const { olderThanMs, spanMs } of MERGED) {
    const before = Math.floor(Math.min(now - olderThanMs, countedTo) / spanMs) * spanMs;
    const parameters = [new Date(before).toISOString(), `${spanMs} milliseconds`];
    await query(em, MERGE, parameters);
    await query(em, `delete from import_rollup where ${UNMERGED}`, parameters);
    merged = Math.max(merged, before);
  }
  return merged;
};

/** Counts a part of the settled slots that are not merged again. At the end, old slots are merged, and accounts are due. */
const verify = async (em: EntityManager, now: number, progress: Progress): Promise<Progress> => {
  const { countedTo, verifiedTo, verifiedAt, mergedTo } = progress;
  if (verifiedTo === null && verifiedAt !== null && now - verifiedAt < VERIFY_EVERY_MS) return progress;
  const end = await recountBatch(em, VERIFY_BATCH, Math.max(verifiedTo ?? 0, mergedTo), countedTo);
  if (end < countedTo) return { ...progress, verifiedTo: end };
  const merged = await mergeOld(em, now, progress);
  return { ...progress, mergedTo: merged, verifiedTo: null, verifiedAt: now, accountsCountedAt: null };
};

/** An operator may have changed accounts. */
const HAVE_ACCOUNTS_CHANGED = `
  select exists (
    select from operator_action
    where performed_at >= ${time('$1')} and action in ('account import', 'account promote')) as changed`;

// One statement, so that a count is never missing; on a cluster it is the same on each node.
const COUNT_ACCOUNTS = `
  select s.organisation_id, s.code as supplier_code, counted.status, accounts::text
  from (select supplier_id, status, count(*) as accounts from account group by 1, 2) counted
  join import_supplier s on s.id = counted.supplier_id`;

const WRITE_ACCOUNTS = `
  insert into account_rollup (organisation_id, supplier_code, status, accounts)
  select organisation_id, supplier_code, status, accounts
  from jsonb_populate_recordset(null::account_rollup, $1::jsonb)`;

const countAccounts = async (em: EntityManager, now: number, progress: Progress): Promise<Progress> => {
  const last = progress.accountsCountedAt;
  if (last !== null) {
    const row = await readRow(em, t.type({ changed: t.boolean }), HAVE_ACCOUNTS_CHANGED, [last - SETTLED_AFTER_MS]);
    if (!row!.changed) return progress;
  }
  const rows = await query(em, COUNT_ACCOUNTS);
  await query(em, 'delete from account_rollup');
  if (rows.length > 0) await query(em, WRITE_ACCOUNTS, [JSON.stringify(rows)]);
  return { ...progress, accountsCountedAt: now };
};

const step = async (em: EntityManager, now: number): Promise<RollupState> => {
  const progress = (await readRow(em, progressRow, PROGRESS)) ?? NOTHING;
  const settled = Math.floor((now - SETTLED_AFTER_MS) / SLOT_MS) * SLOT_MS;
  if (progress.countedTo < settled) {
    const countedTo = await recountBatch(em, BATCH, Math.max(progress.countedTo, progress.mergedTo), settled);
    await save(em, now, { ...progress, countedTo });
    return 'behind';
  }
  await recount(em, progress.countedTo, null);
  const verified = await verify(em, now, progress);
  await save(em, now, await countAccounts(em, now, verified));
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
      const begun = await readRow(transaction, t.type({ is_free: t.boolean, now: moment }), BEGIN, [LOCK]);
      return begun?.is_free === true ? step(transaction, begun.now.getTime()) : 'elsewhere';
    }),
  );
