import type { ImportFilter, ImportRecord, ImportRecordReader } from '@carryover/application/ports/import-records';
import type { EntityManager } from '@mikro-orm/postgresql';
import { unpackPayload } from './payload.ts';
import { query } from './query.ts';
import { stored } from './store-failure.ts';

type RecordRow = {
  readonly id: string;
  readonly received_at: string;
  readonly organisation: string;
  readonly api_key_prefix: string | null;
  readonly endpoint: string;
  readonly outcome: ImportRecord['outcome'];
  readonly supplier_code: string | null;
  readonly external_account_number: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly detail: string | null;
  readonly attr: string | null;
  readonly item_count: number | null;
};

const toRecord = (row: RecordRow): ImportRecord => ({
  id: row.id,
  receivedAt: new Date(row.received_at),
  organisation: row.organisation,
  apiKeyPrefix: row.api_key_prefix,
  endpoint: row.endpoint,
  supplierCode: row.supplier_code,
  externalAccountNumber: row.external_account_number,
  outcome: row.outcome,
  status: row.status,
  code: row.code,
  detail: row.detail,
  attr: row.attr,
  itemCount: row.item_count,
});

// $1 supplier id, $2 account, $3 endpoint, $4 outcome, $5 code, $6 since, $7 until, $8 id; null: any.
const ACCEPTED = `
  select i.id, to_json(i.received_at)#>>'{}' as received_at, i.organisation_id, i.api_key_id, i.endpoint, 'accepted' as outcome, s.code as supplier_code,
         a.external_account_number, 201::smallint as status, null as code, null as detail, null as attr, i.item_count
  from accepted_import i join account a on a.id = i.account_id join import_supplier s on s.id = a.supplier_id
  where ($1::uuid is null or a.supplier_id = $1) and ($2::text is null or a.external_account_number = $2)
    and ($3::text is null or i.endpoint = $3) and ($4::text is null or $4 = 'accepted') and $5::text is null
    and ($6::timestamptz is null or i.received_at >= $6) and ($7::timestamptz is null or i.received_at < $7)
    and ($8::uuid is null or i.id = $8)`;

const ATTEMPTS = (table: string, outcome: string) => `
  select r.id, to_json(r.received_at)#>>'{}' as received_at, r.organisation_id, r.api_key_id, r.endpoint, '${outcome}' as outcome, r.supplier_code,
         r.external_account_number, r.status, r.code, r.detail, r.attr, r.item_count
  from ${table} r
  where ($1::uuid is null or exists (select 1 from import_supplier s
           where s.id = $1 and s.organisation_id = r.organisation_id and s.code = r.supplier_code))
    and ($2::text is null or r.external_account_number = $2) and ($3::text is null or r.endpoint = $3)
    and ($4::text is null or $4 = '${outcome}') and ($5::text is null or r.code = $5)
    and ($6::timestamptz is null or r.received_at >= $6) and ($7::timestamptz is null or r.received_at < $7)
    and ($8::uuid is null or r.id = $8)`;
const REFUSED = ATTEMPTS('refused_import', 'refused');
const DRY_RUNS = ATTEMPTS('dry_run', 'dry_run');

const NAMED = (records: string) => `
  select r.*, o.name as organisation, k.prefix as api_key_prefix
  from (${records}) r join organisation o on o.id = r.organisation_id left join api_key k on k.id = r.api_key_id
  order by r.id desc`;

// Each part is cut before they are joined: ids are ordered by time.
const LIST = NAMED(`
  select * from ((${ACCEPTED} order by i.id desc limit $9) union all (${REFUSED} order by r.id desc limit $9)
    union all (${DRY_RUNS} order by r.id desc limit $9)) either
  order by id desc limit $9`);

const FAILURES = `
  with refused as (${REFUSED}),
       codes as (select code, count(*)::int as count, (array_agg(id order by id desc))[1] as latest from refused group by code)
  select r.*, codes.count, o.name as organisation, k.prefix as api_key_prefix
  from codes join refused r on r.id = codes.latest
  join organisation o on o.id = r.organisation_id left join api_key k on k.id = r.api_key_id
  order by codes.count desc, r.code`;

const parametersOf = (filter: Omit<ImportFilter, 'limit'>, id: string | null): ReadonlyArray<unknown> => [
  filter.supplierId ?? null,
  filter.externalAccountNumber ?? null,
  filter.endpoint ?? null,
  filter.outcome ?? null,
  filter.code ?? null,
  filter.since?.toISOString() ?? null,
  filter.until?.toISOString() ?? null,
  id,
];

const list = async (em: EntityManager, filter: ImportFilter, id: string | null): Promise<ReadonlyArray<ImportRecord>> =>
  (await query<RecordRow>(em, LIST, [...parametersOf(filter, id), filter.limit])).map(toRecord);

export const makePostgresImportRecordReader = (em: EntityManager): ImportRecordReader => ({
  list: (filter) => stored(() => list(em, filter, null)),

  show: (id) =>
    stored(async () => {
      const [record] = await list(em, { limit: 1 }, id);
      if (record === undefined) return null;
      const [held] = await query<{ payload: Buffer; findings: unknown }>(
        em,
        'select payload, findings from accepted_import where id = $1',
        [id],
      );
      const payload = held === undefined ? null : await unpackPayload(held.payload);
      return { record, payload, findings: held?.findings ?? null };
    }),

  failures: (filter) =>
    stored(async () => {
      const rows = await query<RecordRow & { readonly count: number }>(em, FAILURES, parametersOf(filter, null));
      return rows.map((row) => ({ code: row.code ?? '', count: row.count, latest: toRecord(row) }));
    }),
});
