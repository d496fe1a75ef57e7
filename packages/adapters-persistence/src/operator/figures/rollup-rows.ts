import { IMPORT_EVENTS, SLOT_MS, type Slot, type Slots } from '@carryover/application/ports/operator/figures/rollups';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { textArray } from '../../driver/insert-rows.ts';
import { query, readRows } from '../../driver/query.ts';
import { oneOf } from '../../schema/stored-value.ts';
import { dateOf } from './slots.ts';

/** A row of `import_rollup`. The counts are texts, as the driver returns 64-bit integers. */
export const rollupRow = t.type({
  organisation_id: t.string,
  supplier_code: t.string,
  slot: t.number,
  endpoint: t.string,
  outcome: oneOf(IMPORT_EVENTS),
  code: t.string,
  requests: t.string,
  items: t.string,
  stored_items: t.string,
  stored_documents: t.string,
  accounts: t.string,
});
export type RollupRow = t.TypeOf<typeof rollupRow>;

const TOTAL_KEY = ['organisation_id', 'supplier_code', 'endpoint', 'outcome', 'code'] as const;
const KEY = ['slot', ...TOTAL_KEY] as const;
const COUNTS = ['requests', 'items', 'stored_items', 'stored_documents', 'accounts'] as const;

const SLOT_SECONDS = SLOT_MS / 1000;

const STORED = `
  select organisation_id, supplier_code, floor(extract(epoch from slot) / ${SLOT_SECONDS})::int as slot, endpoint,
         outcome, code, ${COUNTS.map((count) => `${count}::text`)}
  from import_rollup where slot >= $1::timestamptz and slot < $2::timestamptz`;

const given = (columns: ReadonlyArray<string>) =>
  `unnest(${columns.map((_, at) => `$${at + 1}::text[]`)}) as given (${columns})`;

// One statement for any number of rows: the entity manager writes one per row.
const WRITE = `
  insert into import_rollup (${KEY}, ${COUNTS})
  select to_timestamp(slot::bigint * ${SLOT_SECONDS}), organisation_id::uuid, supplier_code, endpoint, outcome, code,
         ${COUNTS.map((count) => `${count}::bigint`)}
  from ${given([...KEY, ...COUNTS])}
  on conflict (organisation_id, supplier_code, slot, endpoint, outcome, code)
  do update set ${COUNTS.map((count) => `${count} = excluded.${count}`)}`;

const REMOVE = `
  delete from import_rollup r
  using ${given(KEY)}
  where r.organisation_id = given.organisation_id::uuid and r.supplier_code = given.supplier_code collate "C"
    and r.slot = to_timestamp(given.slot::bigint * ${SLOT_SECONDS}) and r.endpoint = given.endpoint
    and r.outcome = given.outcome and r.code = given.code`;

const ADD_TO_TOTALS = `
  insert into import_total (${TOTAL_KEY}, ${COUNTS})
  select organisation_id::uuid, supplier_code, endpoint, outcome, code,
         ${COUNTS.map((count) => `sum(${count}::bigint)`)}
  from ${given([...TOTAL_KEY, ...COUNTS])}
  group by 1, 2, 3, 4, 5
  on conflict (${TOTAL_KEY})
  do update set ${COUNTS.map((count) => `${count} = import_total.${count} + excluded.${count}`)}`;

const columnsOf = (rows: ReadonlyArray<RollupRow>, columns: ReadonlyArray<keyof RollupRow>) =>
  columns.map((column) => textArray(rows.map((row) => String(row[column]))));

export const storedRows = (em: EntityManager, { from, to }: Slots): Promise<ReadonlyArray<RollupRow>> =>
  readRows(em, rollupRow, STORED, [dateOf(from).toISOString(), to === null ? 'infinity' : dateOf(to).toISOString()]);

export const keyOf = (row: RollupRow): string => JSON.stringify(KEY.map((column) => row[column]));

export const areEqual = (one: RollupRow, other: RollupRow): boolean =>
  COUNTS.every((count) => one[count] === other[count]);

const negative = (row: RollupRow): RollupRow => ({
  ...row,
  requests: `-${row.requests}`,
  items: `-${row.items}`,
  stored_items: `-${row.stored_items}`,
  stored_documents: `-${row.stored_documents}`,
  accounts: `-${row.accounts}`,
});

const UNMERGED = `slot < $1::timestamptz and slot <> date_bin($2::interval, slot, 'epoch'::timestamptz)`;

const MERGE = `
  insert into import_rollup (${KEY}, ${COUNTS})
  select date_bin($2::interval, slot, 'epoch'::timestamptz), ${TOTAL_KEY}, ${COUNTS.map((count) => `sum(${count})`)}
  from import_rollup where ${UNMERGED}
  group by 1, ${TOTAL_KEY}
  on conflict (organisation_id, supplier_code, slot, endpoint, outcome, code)
  do update set ${COUNTS.map((count) => `${count} = import_rollup.${count} + excluded.${count}`)}`;

/** Merges the rows before a slot into spans of a length, which divides the slot; their sums stay. */
export const mergeRows = async (em: EntityManager, before: Slot, spanMs: number): Promise<void> => {
  const parameters = [dateOf(before).toISOString(), `${spanMs} milliseconds`];
  await query(em, MERGE, parameters);
  await query(em, `delete from import_rollup where ${UNMERGED}`, parameters);
};

/** Rows to store, those that they replace, and those of which no record is left. */
type Changes = Readonly<Record<'added' | 'replaced' | 'gone', ReadonlyArray<RollupRow>>>;

/** Stores changed rows and removes those that are gone; the totals change by the same. */
export const replaceRows = async (em: EntityManager, { added, replaced, gone }: Changes): Promise<void> => {
  if (added.length > 0) await query(em, WRITE, columnsOf(added, [...KEY, ...COUNTS]));
  if (gone.length > 0) await query(em, REMOVE, columnsOf(gone, KEY));
  const differences = [...added, ...[...replaced, ...gone].map(negative)];
  if (differences.length > 0) await query(em, ADD_TO_TOTALS, columnsOf(differences, [...TOTAL_KEY, ...COUNTS]));
};
