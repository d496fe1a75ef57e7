import type { FailureFilter, FailureGroup } from '@carryover/application/ports/operator/import-records';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';
import { nameOwners, toAttempt } from '../../reading/import-records/import-record-entity.ts';
import { RefusedImport } from '../../schema/entities/import-record.ts';

/**
 * A refused request is solved by a later accepted one for the same organisation, supplier, account and endpoint that has
 * not been undone: ids are ordered by time. The latest accepted request is looked up once for each account and endpoint that has refused ones, by
 * the primary key and only among those after the first refused one.
 */
const FAILURES = `
  with refused as (
         select r.id, r.code, r.organisation_id, r.supplier_code, r.external_account_number, r.endpoint
         from refused_import r
         where ($1::uuid is null or exists (select 1 from import_supplier s
                  where s.id = $1 and s.organisation_id = r.organisation_id and s.code = r.supplier_code))
           and ($2::text is null or r.external_account_number = $2) and ($3::text is null or r.endpoint = $3)
           and ($4::text is null or r.code = $4)
           and ($5::timestamptz is null or r.received_at >= $5) and ($6::timestamptz is null or r.received_at < $6)
           and ($7::text[] is null or r.organisation_id in (select o.id from organisation o where o.name = any($7)))),
       targets as (
         select organisation_id, supplier_code, external_account_number, endpoint,
                min(id::text collate "C")::uuid as first_id
         from refused where supplier_code is not null and external_account_number is not null
         group by organisation_id, supplier_code, external_account_number, endpoint),
       accepted as (
         select t.organisation_id, t.supplier_code, t.external_account_number, t.endpoint,
                max(i.id::text collate "C")::uuid as accepted_id
         from targets t
         join import_supplier s on s.organisation_id = t.organisation_id and s.code = t.supplier_code
         join account a on a.supplier_id = s.id and a.external_account_number = t.external_account_number
         join accepted_import i on i.account_id = a.id and i.endpoint = t.endpoint and i.id > t.first_id
           and not exists (select from import_undo u where u.account_id = i.account_id and u.import_id = i.id)
         group by t.organisation_id, t.supplier_code, t.external_account_number, t.endpoint),
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
  select code, count, still_failing as "stillFailing", solved, without_account as "withoutAccount", example from codes
  order by still_failing desc, without_account desc, count desc, code`;

const failureRow = t.type({
  code: t.string,
  count: t.number,
  stillFailing: t.number,
  solved: t.number,
  withoutAccount: t.number,
  example: t.string,
});

/** The refused requests that the filter takes, by code: those with the most that are still failing first. */
export const readFailures = async (em: EntityManager, filter: FailureFilter): Promise<ReadonlyArray<FailureGroup>> => {
  const rows = await readRows(em, failureRow, FAILURES, [
    filter.supplierId ?? null,
    filter.externalAccountNumber ?? null,
    filter.endpoint ?? null,
    filter.code ?? null,
    filter.since?.toISOString() ?? null,
    filter.until?.toISOString() ?? null,
    filter.organisations ?? null,
  ]);
  const examples = await em.find(RefusedImport, { id: { $in: rows.map(({ example }) => example) } });
  const records = await nameOwners(em, examples.map(toAttempt('refused')));
  const byId = new Map(records.map((record) => [record.id, record]));
  return rows.map((row) => ({ ...row, example: byId.get(row.example)! }));
};
