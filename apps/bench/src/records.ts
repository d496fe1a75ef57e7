import type pg from 'pg';
import { onDatabase } from './workbench.ts';

/** The number of import records of each kind. */
export type Records = { readonly accepted: number; readonly refused: number; readonly dryRuns: number };

export const ACCOUNTS_OF_RECORDS = 100_000;

/** Three suppliers of two organisations. Of the second, one key made half a million records; the last key made one record. */
const OWNERS = [
  `insert into organisation (id, name, created_at)
   select gen_random_uuid(), 'Organisation ' || n, now() from generate_series(1, 2) n`,
  `insert into import_supplier
     (id, organisation_id, code, status, document_root, verify_documents, automated_emails, supply_charge_arithmetic,
      unknown_fields, created_at)
   select gen_random_uuid(), o.id, 'SUPPLIER-' || n, 'Ongoing', '', false, false, 'report', 'refuse', now()
   from generate_series(1, 3) n join organisation o on o.name = 'Organisation ' || least(n, 2)`,
  `insert into api_key (id, organisation_id, prefix, digest, created_at)
   select gen_random_uuid(), o.id, 'co_0000000' || n, sha256(n::text::bytea), now()
   from generate_series(1, 4) n join organisation o on o.name = 'Organisation ' || least(n, 2)`,
  `create unlogged table seeded_account as
   select n, s.id as supplier_id, s.organisation_id, s.code, account_key(s.organisation_id, s.code, 'R-' || n) as id
   from generate_series(0, ${ACCOUNTS_OF_RECORDS - 1}) n join import_supplier s on s.code = 'SUPPLIER-' || (1 + n % 3)`,
  `insert into account (id, supplier_id, external_account_number, status, created_at)
   select id, supplier_id, 'R-' || n, 'IMPORTED', now() from seeded_account`,
  'alter table seeded_account add primary key (n)',
];

/** Records come at equal distances over a month; the first supplier stopped sending halfway. */
const RECEIVED = (count: number) => `timestamptz '2026-10-01' + i * interval '30 days' / ${count}`;
const RECORD_ID = `(lpad(to_hex((extract(epoch from received_at) * 1000)::bigint), 12, '0') || '7000' ||
  '8' || lpad(to_hex(i), 15, '0'))::uuid`;
const ACCOUNT_OF_RECORD = (count: number) =>
  `(case when i < ${count / 2} then i::bigint * 7919 % ${ACCOUNTS_OF_RECORDS}
     else i::bigint * 7919 % ${ACCOUNTS_OF_RECORDS} / 3 * 3 % ${ACCOUNTS_OF_RECORDS - 3} + 1 + i % 2 end)::int`;

const rows = (count: number, prefix: string) => `
  select ${RECORD_ID} as id, received_at, a.organisation_id, k.id as api_key_id, a.supplier_id, a.code as supplier_code,
         a.n, a.id as account_id, i
  from (select i, ${RECEIVED(count)} as received_at, ${ACCOUNT_OF_RECORD(count)} as n from generate_series($1::int, $2::int) i) r
  join seeded_account a on a.n = r.n
  join api_key k on k.prefix = ${prefix}`;

const PREFIX = `case when i = 5 then 'co_00000004' when a.organisation_id = (select organisation_id from api_key where prefix = 'co_00000001')
  then 'co_00000001' else 'co_0000000' || 2 + i % 2 end`;

/** A thousand requests each. */
const LOAD = `md5('load ' || i / 1000)::uuid`;

const accepted = (count: number) => `
  insert into accepted_import
    (id, received_at, organisation_id, supplier_id, api_key_id, account_id, endpoint, item_count, stored_items, stored_documents,
     payload, payload_sha256, load_id)
  select id, received_at, organisation_id, supplier_id, api_key_id, account_id,
         case when i % 100000 = 7 then 'payment-instruction/create' when i % 3 = 0 then 'notes/create' else 'transactions/create' end,
         100, 100, 0, convert_to(repeat('{"transaction_id":"T-1"}', 8), 'UTF8'), sha256('{}'), ${LOAD}
  from (${rows(count, PREFIX)}) r order by i`;

/** One refusal in 100,000 has a rare code. */
const attempts = (table: string, endpoint: string, count: number) => `
  insert into ${table}
    (id, received_at, organisation_id, api_key_id, endpoint, supplier_code, external_account_number, item_count, status, code,
     detail, attr, load_id)
  select id, received_at, organisation_id, api_key_id,
         case when i % 3 = 0 then 'notes/${endpoint}' else 'transactions/${endpoint}' end, supplier_code, 'R-' || n, 100, 400,
         case when i % 100000 = 11 then 'invalid_period' else (array['required', 'invalid', 'max_digits', 'blank'])[1 + i % 4] end,
         'This value is not valid.', 'transactions.' || i % 1000 || (array['.amount', '.reference', '.type'])[1 + i % 3], ${LOAD}
  from (${rows(count, PREFIX)}) r order by i`;

/** Records of one transaction, which are sealed together: of the service, they are fewer. */
const AT_ONCE = 50_000;

/** Runs a statement that adds the records from `$1` to `$2`, in transactions as the service might have. */
export const addInParts = async (client: pg.Client, statement: string, count: number): Promise<void> => {
  for (let from = 0; from < count; from += AT_ONCE)
    await client.query(statement, [from, Math.min(count, from + AT_ONCE) - 1]);
};

/** Fills migrated tables with import records, by statements of the database. */
export const fillRecords = (url: string, records: Records): Promise<void> =>
  onDatabase(url, async (client) => {
    await client.query('set synchronous_commit = off');
    for (const statement of OWNERS) await client.query(statement);
    await client.query('analyze');
    await addInParts(client, accepted(records.accepted), records.accepted);
    await addInParts(client, attempts('refused_import', 'create', records.refused), records.refused);
    await addInParts(client, attempts('dry_run', 'validate', records.dryRuns), records.dryRuns);
    await client.query('vacuum (analyze)');
  });
