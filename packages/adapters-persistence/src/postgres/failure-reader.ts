import type { FailureGroup, ImportFilter } from '@carryover/application/ports/operator/import-records';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  ATTEMPT_COLUMNS,
  attemptMatches,
  filterParameters,
  type ImportRecordRow,
  toImportRecord,
} from './import-record-row.ts';
import { query } from './query.ts';

/**
 * A refused request is solved by a later accepted one for the same organisation, supplier, account and endpoint: ids are
 * ordered by time. The latest accepted request is looked up once for each account and endpoint that has refused ones, by
 * the primary key and only among those after the first refused one.
 */
const FAILURES = `
  with refused as (
         select r.id, r.code, r.organisation_id, r.supplier_code, r.external_account_number, r.endpoint
         from refused_import r where ${attemptMatches('refused')}),
       targets as (
         select organisation_id, supplier_code, external_account_number, endpoint,
                min(id::text collate "C")::uuid as first_id
         from refused where supplier_code is not null and external_account_number is not null
         group by organisation_id, supplier_code, external_account_number, endpoint),
       accepted as (
         select t.*, latest.id as accepted_id
         from targets t
         join import_supplier s on s.organisation_id = t.organisation_id and s.code = t.supplier_code
         join account a on a.supplier_id = s.id and a.external_account_number = t.external_account_number
         cross join lateral (
           select i.id from accepted_import i
           where i.account_id = a.id and i.endpoint = t.endpoint and i.id > t.first_id
           order by i.id desc limit 1) latest),
       judged as (
         select r.id, r.code, r.supplier_code is not null and r.external_account_number is not null as has_account,
                coalesce(a.accepted_id > r.id, false) as is_solved
         from refused r
         left join accepted a using (organisation_id, supplier_code, external_account_number, endpoint)),
       codes as (
         select code, count(*)::int as count,
                count(*) filter (where has_account and not is_solved)::int as still_failing,
                count(*) filter (where is_solved)::int as solved,
                count(*) filter (where not has_account)::int as without_account,
                coalesce(max(id::text collate "C") filter (where not is_solved), max(id::text collate "C"))::uuid as example
         from judged group by code)
  select ${ATTEMPT_COLUMNS}, 'refused' as outcome, null as conflict_count, o.name as organisation,
         k.prefix as api_key_prefix, c.count, c.still_failing, c.solved, c.without_account
  from codes c join refused_import r on r.id = c.example
  join organisation o on o.id = r.organisation_id left join api_key k on k.id = r.api_key_id
  order by c.still_failing desc, c.without_account desc, c.count desc, r.code`;

type FailureRow = ImportRecordRow & {
  readonly count: number;
  readonly still_failing: number;
  readonly solved: number;
  readonly without_account: number;
};

const toFailureGroup = (row: FailureRow): FailureGroup => ({
  code: row.code ?? '',
  count: row.count,
  stillFailing: row.still_failing,
  solved: row.solved,
  withoutAccount: row.without_account,
  example: toImportRecord(row),
});

/** The refused requests that the filter takes, by code: those with the most that are still failing first. */
export const readFailures = async (
  em: EntityManager,
  filter: Omit<ImportFilter, 'limit' | 'outcome'>,
): Promise<ReadonlyArray<FailureGroup>> =>
  (await query<FailureRow>(em, FAILURES, filterParameters(filter, null))).map(toFailureGroup);
