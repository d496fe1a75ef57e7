import type {
  ImportFilter,
  ImportFindings,
  ImportRecord,
  ImportRecordReader,
} from '@carryover/application/ports/operator/import-records';
import type { EntityManager } from '@mikro-orm/postgresql';
import { readFailures } from './failure-reader.ts';
import {
  ATTEMPT_COLUMNS,
  attemptMatches,
  filterParameters,
  type ImportRecordRow,
  toImportRecord,
} from './import-record-row.ts';
import { unpackPayload } from './payload.ts';
import { query } from './query.ts';
import { stored } from './store-failure.ts';

const ACCEPTED = `
  select i.id, to_json(i.received_at)#>>'{}' as received_at, i.organisation_id, i.api_key_id, i.endpoint, s.code as supplier_code,
         a.external_account_number, 201::smallint as status, null as code, null as detail, null as attr,
         null as attr_value, i.item_count, 'accepted' as outcome, i.findings
  from accepted_import i join account a on a.id = i.account_id join import_supplier s on s.id = a.supplier_id
  where ($1::uuid is null or a.supplier_id = $1) and ($2::text is null or a.external_account_number = $2)
    and ($3::text is null or i.endpoint = $3) and ($4::text is null or $4 = 'accepted') and $5::text is null
    and ($6::timestamptz is null or i.received_at >= $6) and ($7::timestamptz is null or i.received_at < $7)
    and ($8::uuid is null or i.id = $8)`;

const ATTEMPTS = (table: string, outcome: ImportRecord['outcome']) => `
  select ${ATTEMPT_COLUMNS}, '${outcome}' as outcome, null::jsonb as findings from ${table} r where ${attemptMatches(outcome)}`;

const LENGTH = (list: string) => `coalesce(jsonb_array_length(r.findings->'${list}'), 0)`;

// Each part is cut before they are joined: ids are ordered by time. Findings may be large, so only those of the records
// that are listed are looked into.
const LIST = `
  select r.id, r.received_at, r.endpoint, r.outcome, r.supplier_code, r.external_account_number, r.status, r.code,
         r.detail, r.attr, r.attr_value, r.item_count, o.name as organisation, k.prefix as api_key_prefix,
         case when r.outcome = 'accepted' then ${LENGTH('conflicts')} + ${LENGTH('noteConflicts')} end as conflict_count
  from (
    select * from ((${ACCEPTED} order by i.id desc limit $9)
      union all (${ATTEMPTS('refused_import', 'refused')} order by r.id desc limit $9)
      union all (${ATTEMPTS('dry_run', 'dry_run')} order by r.id desc limit $9)) either
    order by id desc limit $9) r
  join organisation o on o.id = r.organisation_id left join api_key k on k.id = r.api_key_id
  order by r.id desc`;

const list = async (em: EntityManager, filter: ImportFilter, id: string | null): Promise<ReadonlyArray<ImportRecord>> =>
  (await query<ImportRecordRow>(em, LIST, [...filterParameters(filter, id), filter.limit])).map(toImportRecord);

/** Records of earlier releases have no list of note conflicts. */
type HeldRow = {
  readonly payload: Buffer;
  readonly findings: (Omit<ImportFindings, 'noteConflicts'> & Partial<ImportFindings>) | null;
};

export const makePostgresImportRecordReader = (em: EntityManager): ImportRecordReader => ({
  list: (filter) => stored(() => list(em, filter, null)),

  show: (id) =>
    stored(async () => {
      const [record] = await list(em, { limit: 1 }, id);
      if (record === undefined) return null;
      const [held] = await query<HeldRow>(em, 'select payload, findings from accepted_import where id = $1', [id]);
      if (held === undefined) return { record, payload: null, findings: null };
      const findings = held.findings === null ? null : { noteConflicts: [], ...held.findings };
      return { record, payload: await unpackPayload(held.payload), findings };
    }),

  failures: (filter) => stored(() => readFailures(em, filter)),
});
