import type { FiguresReader } from '@carryover/application/ports/operator/figures/figures-reader';
import { IMPORT_EVENTS } from '@carryover/application/ports/operator/figures/rollups';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow, readRows } from '../../driver/query.ts';
import { stored } from '../../driver/store-failure.ts';
import { forReading } from '../../orm.ts';
import { AccountRollup } from '../../schema/entities/rollup.ts';
import { moment, oneOf, orNull } from '../../schema/stored-value.ts';

const eventProps = {
  endpoint: t.string,
  outcome: oneOf(IMPORT_EVENTS),
  code: t.string,
  requests: t.number,
  items: t.number,
  storedItems: t.number,
  storedDocuments: t.number,
  accounts: t.number,
};
const eventCount = t.type(eventProps);
const timedCount = t.type({ ...eventProps, at: moment });
const countedAt = t.type({ at: moment, now: moment, to: moment });

const OF_SUPPLIER = 'where organisation_id = $1 and supplier_code = $2';
const json = (time: string) => `to_json(${time})#>>'{}'`;

// The driver reads sums of `bigint` as texts, and `float8` as numbers.
const TOTALS = `
  select endpoint, outcome, code, requests::float8, items::float8, stored_items::float8 as "storedItems",
         stored_documents::float8 as "storedDocuments", accounts::float8
  from import_total ${OF_SUPPLIER} and requests > 0
  order by endpoint, outcome, code`;

const FIRST = `select ${json('min(slot)')} as first from import_rollup ${OF_SUPPLIER}`;

const SERIES = `
  select endpoint, outcome, code, sum(requests)::float8 as requests, sum(items)::float8 as items,
         sum(stored_items)::float8 as "storedItems", sum(stored_documents)::float8 as "storedDocuments",
         sum(accounts)::float8 as accounts, ${json('at')} as at
  from (
    select *, date_bin(make_interval(secs => $4::int), slot, 'epoch'::timestamptz) as at
    from import_rollup ${OF_SUPPLIER} and slot >= $3::timestamptz) counted
  group by at, endpoint, outcome, code order by at, endpoint, outcome, code`;

const PROGRESS = `
  select ${json('counted_at')} as at, ${json('now()')} as now, ${json('counted_to')} as to from rollup_progress`;

const SUPPLIERS = `
  select coalesce(t.organisation_id, a.organisation_id) as "organisationId",
         coalesce(t.supplier_code, a.supplier_code) as code, coalesce(a.accounts, 0)::float8 as accounts,
         coalesce(t.with_data, 0)::float8 as "accountsWithData", coalesce(t.stored, 0)::float8 as "storedItems",
         coalesce(t.refused, 0)::float8 as "refusedRequests"
  from (
    select organisation_id, supplier_code,
           sum(case outcome when 'undone' then -accounts else accounts end) as with_data,
           sum(case outcome when 'undone' then -stored_items else stored_items end) as stored,
           sum(requests) filter (where outcome = 'refused') as refused
    from import_total where supplier_code <> '' group by 1, 2) t
  full join (
    select organisation_id, supplier_code, sum(accounts) as accounts from account_rollup group by 1, 2) a
    on a.organisation_id = t.organisation_id and a.supplier_code = t.supplier_code`;

const supplierSums = t.type({
  organisationId: t.string,
  code: t.string,
  accounts: t.number,
  accountsWithData: t.number,
  storedItems: t.number,
  refusedRequests: t.number,
});

export const makePostgresFiguresReader = (em: EntityManager): FiguresReader => ({
  countedAt: stored(() => readRow(em, countedAt, PROGRESS)),
  suppliers: stored(() => readRows(em, supplierSums, SUPPLIERS)),
  totals: ({ organisationId, code }) => stored(() => readRows(em, eventCount, TOTALS, [organisationId, code])),
  firstEvent: ({ organisationId, code }) =>
    stored(async () => {
      const row = await readRow(em, t.type({ first: orNull(moment) }), FIRST, [organisationId, code]);
      return row?.first ?? null;
    }),
  series: ({ organisationId, code }, { since, stepSeconds }) =>
    stored(() => readRows(em, timedCount, SERIES, [organisationId, code, since.toISOString(), stepSeconds])),
  accounts: ({ organisationId, code: supplierCode }) =>
    stored(async () => {
      const rows = await forReading(em).find(AccountRollup, { organisationId, supplierCode });
      const of = (status: string) => rows.find((row) => row.status === status)?.accounts ?? 0;
      return { STAGED: of('STAGED'), IMPORTED: of('IMPORTED') };
    }),
});
