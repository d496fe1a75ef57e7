import type { Slot, Slots } from '@carryover/application/ports/operator/figures/rollups';
import { firstIdOf } from '../../reading/import-records/list-import-records.ts';
import { dateOf, slotOfId } from './slots.ts';

/** A table whose records are counted. */
type Source = {
  /** Counts records by organisation, supplier, slot, endpoint, outcome and code. Parameters: the bounds. */
  readonly count: string;
  /** Finds the record after `$2` others. Parameters: the first bound, and the number. */
  readonly skip: string;
  /** Returns the value of a slot in the column by which the records are ordered. */
  readonly boundOf: (slot: Slot) => string;
  /** The bound after all records. */
  readonly end: string;
};

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const byId = (table: string, count: string): Source => ({
  count,
  skip: `select (${slotOfId('id')})::int as slot from ${table} where id >= $1 order by id offset $2 limit 1`,
  boundOf: (slot) => firstIdOf(dateOf(slot).getTime()),
  end: LAST_ID,
});

const SUMS = 'count(*)::bigint as requests, coalesce(sum(item_count), 0)::bigint as items';
const GROUPS = 'group by 1, 2, 3, 4, 5, 6';

// An account's first import is found by the primary key. Grouped before the join: there are fewer groups than records.
const ACCEPTED = `
  select s.organisation_id, s.code as supplier_code, slot, endpoint, 'accepted' as outcome, '' as code,
         sum(requests)::text as requests, sum(items)::text as items, sum(first_imports)::text as first_imports
  from (
    select a.supplier_id, (${slotOfId('i.id')})::int as slot, i.endpoint, ${SUMS},
           count(*) filter (where not exists (
             select from accepted_import earlier where earlier.account_id = i.account_id and earlier.id < i.id
           )) as first_imports
    from accepted_import i
    join account a on a.id = i.account_id
    where i.id >= $1 and i.id < $2
    group by 1, 2, 3) counted
  join import_supplier s on s.id = counted.supplier_id
  ${GROUPS}`;

/** Records of requests that name an account in vain, or none. */
const attempts = (table: string, outcome: string, code: string): string => `
  select i.organisation_id, coalesce(s.code, '') as supplier_code, slot, endpoint, '${outcome}' as outcome,
         i.code, sum(requests)::text as requests, sum(items)::text as items, '0' as first_imports
  from (
    select organisation_id, supplier_code, (${slotOfId('id')})::int as slot, endpoint, ${code} as code, ${SUMS}
    from ${table}
    where id >= $1 and id < $2
    group by 1, 2, 3, 4, 5) i
  left join import_supplier s
    on s.organisation_id = i.organisation_id and s.code = i.supplier_code collate "C"
  ${GROUPS}`;

const UNDONE = `
  select s.organisation_id, s.code as supplier_code, slot, endpoint, 'undone' as outcome, '' as code,
         sum(requests)::text as requests, sum(items)::text as items, '0' as first_imports
  from (
    select a.supplier_id, floor(extract(epoch from u.undone_at) / 10)::int as slot, i.endpoint, ${SUMS}
    from import_undo u
    join accepted_import i on i.account_id = u.account_id and i.id = u.import_id
    join account a on a.id = u.account_id
    where u.undone_at >= $1::timestamptz and u.undone_at < $2::timestamptz
    group by 1, 2, 3) counted
  join import_supplier s on s.id = counted.supplier_id
  ${GROUPS}`;

export const SOURCES: ReadonlyArray<Source> = [
  byId('accepted_import', ACCEPTED),
  byId('refused_import', attempts('refused_import', 'refused', 'code')),
  byId('dry_run', attempts('dry_run', 'dry_run', `coalesce(code, '')`)),
  {
    count: UNDONE,
    skip: `
      select floor(extract(epoch from undone_at) / 10)::int as slot
      from import_undo where undone_at >= $1::timestamptz order by undone_at offset $2 limit 1`,
    boundOf: (slot) => dateOf(slot).toISOString(),
    end: 'infinity',
  },
];

export const boundsOf = ({ boundOf, end }: Source, { from, to }: Slots): readonly [string, string] => [
  boundOf(from),
  to === null ? end : boundOf(to),
];
