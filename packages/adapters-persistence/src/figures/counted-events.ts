import { firstIdOf, LAST_ID } from '../queries/import-records.ts';

/** The length of the spans of time by which events are counted. */
export const SLOT_MS = 10_000;

/** A table whose rows are events. */
type Source = {
  /** Counts events by organisation, supplier, slot, endpoint, outcome and code, as texts. Parameters: the bounds. */
  readonly count: string;
  /** Finds the number of the slot of the event after `$2` others. Parameters: the first bound, and how many. */
  readonly skip: string;
  /** Returns the first value of a time, in milliseconds since 1970, in the column by which the events are ordered; null: the last one. */
  readonly boundOf: (time: number | null) => string;
};

/** SQL for the time of a UUID of version 7: its first 48 bits are milliseconds. */
const msOfId = (id: string): string =>
  `('x' || encode(substring(uuid_send(${id}) from 1 for 6), 'hex'))::bit(48)::bigint`;
const msOf = (time: string): string => `floor(extract(epoch from ${time}) * 1000)::bigint`;
/** SQL for the number of a slot since 1970. */
const slotOf = (ms: string): string => `(${ms} / ${SLOT_MS})::int`;

/** The column of grouped events with the beginning of their slot. */
const SLOT = `to_json(to_timestamp(slot::bigint * ${SLOT_MS / 1000}))#>>'{}' as slot`;

const byId = (table: string, count: string): Source => ({
  count,
  skip: `select ${slotOf(msOfId('id'))} as slot from ${table} where id >= $1 order by id offset $2 limit 1`,
  boundOf: (time) => (time === null ? LAST_ID : firstIdOf(time)),
});

const SUMS = 'count(*)::bigint as requests, coalesce(sum(item_count), 0)::bigint as items';
const TEXTS = 'sum(requests)::text as requests, sum(items)::text as items';
const STORED_SUMS = `${SUMS}, sum(i.stored_items) as stored_items, sum(i.stored_documents) as stored_documents`;
const STORED_TEXTS = `${TEXTS}, sum(stored_items)::text as stored_items, sum(stored_documents)::text as stored_documents,
         sum(accounts)::text as accounts`;
const NOTHING_STORED = `'0' as stored_items, '0' as stored_documents, '0' as accounts`;
const GROUPS = 'group by 1, 2, 3, 4, 5, 6';

// An import that stored items counts from its id on until its undo, which is never before the id: a service's clock may be ahead.
const BEGIN = (i: string) => msOfId(`${i}.id`);
const END = (u: string, i: string) => `greatest(${msOf(`${u}.undone_at`)}, ${BEGIN(i)})`;

/** Another import \`e\` of the account had stored items when the import \`i\` came: \`i\` did not give it the first ones. */
const HAD_DATA = `
  select from accepted_import e
  where e.account_id = i.account_id and e.id < i.id and e.stored_items > 0 and not exists (
    select from import_undo x
    where x.account_id = e.account_id and x.import_id = e.id and ${END('x', 'e')} < ${BEGIN('i')})`;

/** The same when the import \`i\` was undone (\`u\`): the account still has items. Undos at the same time are ordered by id. */
const HAS_DATA = `
  select from accepted_import e
  where e.account_id = i.account_id and e.id <> i.id and e.stored_items > 0 and ${BEGIN('e')} <= ${END('u', 'i')}
    and not exists (
      select from import_undo x
      where x.account_id = e.account_id and x.import_id = e.id
        and (${END('x', 'e')}, e.id) < (${END('u', 'i')}, i.id))`;

// Grouped before the join: there are fewer groups than records.
const ACCEPTED = `
  select s.organisation_id, s.code as supplier_code, ${SLOT}, endpoint, 'accepted' as outcome, '' as code, ${STORED_TEXTS}
  from (
    select i.supplier_id, ${slotOf(msOfId('i.id'))} as slot, i.endpoint, ${STORED_SUMS},
           count(*) filter (where i.stored_items > 0 and not exists (${HAD_DATA})) as accounts
    from accepted_import i
    where i.id >= $1 and i.id < $2
    group by 1, 2, 3) counted
  join import_supplier s on s.id = counted.supplier_id
  ${GROUPS}`;

/** Records of requests that name an account in vain, or none. */
const attempts = (table: string, outcome: string, code: string): string => `
  select i.organisation_id, coalesce(s.code, '') as supplier_code, ${SLOT}, endpoint, '${outcome}' as outcome,
         i.code, ${TEXTS}, ${NOTHING_STORED}
  from (
    select organisation_id, supplier_code, ${slotOf(msOfId('id'))} as slot, endpoint, ${code} as code, ${SUMS}
    from ${table}
    where id >= $1 and id < $2
    group by 1, 2, 3, 4, 5) i
  left join import_supplier s
    on s.organisation_id = i.organisation_id and s.code = i.supplier_code collate "C"
  ${GROUPS}`;

const UNDONE = `
  select s.organisation_id, s.code as supplier_code, ${SLOT}, endpoint, 'undone' as outcome, '' as code, ${STORED_TEXTS}
  from (
    select i.supplier_id, ${slotOf(msOf('u.undone_at'))} as slot, i.endpoint, ${STORED_SUMS},
           count(*) filter (where i.stored_items > 0 and not exists (${HAS_DATA})) as accounts
    from import_undo u
    join accepted_import i on i.account_id = u.account_id and i.id = u.import_id
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
      select ${slotOf(msOf('undone_at'))} as slot
      from import_undo where undone_at >= $1::timestamptz order by undone_at offset $2 limit 1`,
    boundOf: (time) => (time === null ? 'infinity' : new Date(time).toISOString()),
  },
];
