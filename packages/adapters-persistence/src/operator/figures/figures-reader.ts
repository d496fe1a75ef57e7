import type {
  EventCount,
  FiguresReader,
  SupplierKey,
} from '@carryover/application/ports/operator/figures/figures-reader';
import { IMPORT_EVENTS } from '@carryover/application/ports/operator/figures/rollups';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';
import { stored } from '../../driver/store-failure.ts';
import { forReading } from '../../orm.ts';
import { AccountRollup } from '../../schema/entities/rollup.ts';
import { oneOf, orNull } from '../../schema/stored-value.ts';

const eventProps = {
  endpoint: t.string,
  outcome: oneOf(IMPORT_EVENTS),
  code: t.string,
  requests: t.string,
  items: t.string,
  first_imports: t.string,
};
const totalRow = t.type(eventProps);
const timedRow = t.type({ ...eventProps, at: t.string });
const progressRow = t.type({ at: t.string, now: t.string, to: t.string });

const SUMS = `endpoint, outcome, code, sum(requests)::text as requests, sum(items)::text as items,
  sum(first_imports)::text as first_imports`;
const OF_SUPPLIER = 'where organisation_id = $1 and supplier_code = $2';
const json = (time: string) => `to_json(${time})#>>'{}'`;

const TOTALS = `
  select endpoint, outcome, code, requests::text, items::text, first_imports::text
  from import_total ${OF_SUPPLIER} and requests > 0
  order by endpoint, outcome, code`;

const FIRST = `select ${json('min(slot)')} as first from import_rollup ${OF_SUPPLIER}`;

const SERIES = `
  select ${SUMS}, ${json('at')} as at
  from (
    select *, date_bin(make_interval(secs => $4::int), slot, 'epoch'::timestamptz) as at
    from import_rollup ${OF_SUPPLIER} and slot >= $3::timestamptz) counted
  group by at, endpoint, outcome, code order by at, endpoint, outcome, code`;

const PROGRESS = `
  select ${json('counted_at')} as at, ${json('now()')} as now, ${json('counted_to')} as to from rollup_progress`;

const SUPPLIERS = `
  select coalesce(t.organisation_id, a.organisation_id)::text as organisation_id,
         coalesce(t.supplier_code, a.supplier_code) as code, coalesce(a.accounts, 0)::text as accounts,
         coalesce(t.with_data, 0)::text as with_data, coalesce(t.items, 0)::text as items,
         coalesce(t.refused, 0)::text as refused
  from (
    select organisation_id, supplier_code, sum(first_imports) as with_data,
           sum(items) filter (where outcome = 'accepted') as items,
           sum(requests) filter (where outcome = 'refused') as refused
    from import_total where supplier_code <> '' group by 1, 2) t
  full join (
    select organisation_id, supplier_code, sum(accounts) as accounts from account_rollup group by 1, 2) a
    on a.organisation_id = t.organisation_id and a.supplier_code = t.supplier_code`;

const supplierRow = t.type({
  organisation_id: t.string,
  code: t.string,
  accounts: t.string,
  with_data: t.string,
  items: t.string,
  refused: t.string,
});

const toCount = (row: t.TypeOf<t.TypeC<typeof eventProps>>): EventCount => ({
  endpoint: row.endpoint,
  outcome: row.outcome,
  code: row.code,
  requests: Number(row.requests),
  items: Number(row.items),
  firstImports: Number(row.first_imports),
});

export const makePostgresFiguresReader = (em: EntityManager): FiguresReader => ({
  countedAt: stored(async () => {
    const [row] = await readRows(em, progressRow, PROGRESS);
    return row === undefined ? null : { at: new Date(row.at), now: new Date(row.now), to: new Date(row.to) };
  }),
  suppliers: stored(async () => {
    const rows = await readRows(em, supplierRow, SUPPLIERS);
    return rows.map((row) => ({
      organisationId: row.organisation_id,
      code: row.code,
      accounts: Number(row.accounts),
      accountsWithData: Number(row.with_data),
      items: Number(row.items),
      refusedRequests: Number(row.refused),
    }));
  }),
  totals: ({ organisationId, code }) =>
    stored(async () => {
      const rows = await readRows(em, totalRow, TOTALS, [organisationId, code]);
      return rows.map(toCount);
    }),
  firstEvent: ({ organisationId, code }) =>
    stored(async () => {
      const [row] = await readRows(em, t.type({ first: orNull(t.string) }), FIRST, [organisationId, code]);
      return row === undefined || row.first === null ? null : new Date(row.first);
    }),
  series: ({ organisationId, code }, { since, stepSeconds }) =>
    stored(async () => {
      const rows = await readRows(em, timedRow, SERIES, [organisationId, code, since.toISOString(), stepSeconds]);
      return rows.map((row) => ({ ...toCount(row), at: new Date(row.at) }));
    }),
  accounts: ({ organisationId, code: supplierCode }: SupplierKey) =>
    stored(async () => {
      const rows = await forReading(em).find(AccountRollup, { organisationId, supplierCode });
      const of = (status: string) => rows.find((row) => row.status === status)?.accounts ?? 0;
      return { STAGED: of('STAGED'), IMPORTED: of('IMPORTED') };
    }),
});
