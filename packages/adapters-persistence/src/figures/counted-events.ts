import { FIRST_ID, firstIdOf, LAST_ID } from '../schema/record-ids.ts';

/** The length of the spans of time by which events are counted. */
export const SLOT_MS = 10_000;

/** SQL for the time of a UUID of version 7: its first 48 bits are milliseconds. */
const msOfId = (id: string): string =>
  `('x' || encode(substring(uuid_send(${id}) from 1 for 6), 'hex'))::bit(48)::bigint`;
const msOf = (time: string): string => `floor(extract(epoch from ${time}) * 1000)::bigint`;
/** SQL for the number of a slot since 1970. */
const slotOf = (ms: string): string => `(${ms} / ${SLOT_MS})::int`;

/** SQL for the number of the slot of a time. */
export const slotOfTime = (time: string): string => slotOf(msOf(time));

/** SQL for the beginning of a slot by its number. */
export const beginOfSlot = (slot: string): string => `to_timestamp(${slot}::bigint * ${SLOT_MS / 1000})`;

/** SQL for the number of the slot of a record's id. */
export const slotOfId = (id: string): string => slotOf(msOfId(id));

const SUMS = 'count(*) as requests, coalesce(sum(item_count), 0) as items';
/** The load of a record; a UUID of zeros if it names none. */
export const LOAD = `coalesce(load_id, '${FIRST_ID}')`;
const STORED_SUMS = `${SUMS}, sum(i.stored_items) as stored_items, sum(i.stored_documents) as stored_documents`;

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
  select s.organisation_id, s.code as supplier_code, slot, endpoint, 'accepted' as outcome, '' as code, load_id, requests, items,
         stored_items, stored_documents, accounts
  from (
    select i.supplier_id, ${slotOfId('i.id')} as slot, i.endpoint, ${LOAD} as load_id, ${STORED_SUMS},
           count(*) filter (where i.stored_items > 0 and not exists (${HAD_DATA})) as accounts
    from accepted_import i
    where i.id >= $1::uuid and i.id < $2::uuid
    group by 1, 2, 3, 4) counted
  join import_supplier s on s.id = counted.supplier_id`;

/** Records of requests that name an account in vain, or none. */
const attempts = (table: string, outcome: string): string => `
  select i.organisation_id, coalesce(s.code, ''), slot, endpoint, '${outcome}', i.code, i.load_id, requests, items, 0, 0, 0
  from (
    select organisation_id, supplier_code, ${slotOfId('id')} as slot, endpoint, coalesce(code, '') as code,
           ${LOAD} as load_id, ${SUMS}
    from ${table}
    where id >= $1::uuid and id < $2::uuid
    group by 1, 2, 3, 4, 5, 6) i
  left join import_supplier s
    on s.organisation_id = i.organisation_id and s.code = i.supplier_code collate "C"`;

const UNDONE = `
  select s.organisation_id, s.code, slot, endpoint, 'undone', '', load_id, requests, items, stored_items, stored_documents,
         accounts
  from (
    select i.supplier_id, ${slotOfTime('u.undone_at')} as slot, i.endpoint, ${LOAD} as load_id, ${STORED_SUMS},
           count(*) filter (where i.stored_items > 0 and not exists (${HAS_DATA})) as accounts
    from import_undo u
    join accepted_import i on i.account_id = u.account_id and i.id = u.import_id
    where u.undone_at >= $3::timestamptz and u.undone_at < $4::timestamptz
    group by 1, 2, 3, 4) counted
  join import_supplier s on s.id = counted.supplier_id`;

/** What was counted when refused requests and dry runs were removed. */
const REMOVED = `
  select organisation_id, supplier_code, ${slotOfTime('slot')}, endpoint, outcome, code, load_id, requests, items, 0, 0, 0
  from removed_rollup where slot >= $3::timestamptz and slot < $4::timestamptz`;

/** Counts events by organisation, supplier, slot, endpoint, outcome, code and load: rows of `import_rollup`. */
export const COUNT = `
  select organisation_id, supplier_code, ${beginOfSlot('slot')} as slot, endpoint, outcome, code,
         load_id, sum(requests) as requests, sum(items) as items, sum(stored_items) as stored_items,
         sum(stored_documents) as stored_documents, sum(accounts) as accounts
  from (${ACCEPTED} union all ${attempts('refused_import', 'refused')} union all ${attempts('dry_run', 'dry_run')}
    union all ${UNDONE} union all ${REMOVED}) events
  group by 1, 2, 3, 4, 5, 6, 7`;

const timeOf = (time: number): string => new Date(time).toISOString();

/** Returns the parameters of {@link COUNT} for a span, in milliseconds since 1970. @param to null: without an end. */
export const boundsOf = (from: number, to: number | null): ReadonlyArray<string> => [
  firstIdOf(from),
  to === null ? LAST_ID : firstIdOf(to),
  timeOf(from),
  to === null ? 'infinity' : timeOf(to),
];

const ofTable = (table: string): string =>
  `(select ${slotOfId('id')} as slot from ${table} where id >= $1::uuid order by id offset $3 limit 1)`;

/** Finds the number of the slot of the event after `$3` others of its table, beginning with the id `$1` and the time `$2`. */
export const SKIP = `
  select min(slot) as slot from (
    ${['accepted_import', 'refused_import', 'dry_run'].map(ofTable).join(' union all ')} union all
    (select ${slotOfTime('undone_at')} from import_undo where undone_at >= $2::timestamptz
     order by undone_at offset $3 limit 1)) skipped`;
