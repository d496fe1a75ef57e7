import type { ItemKind } from '@carryover/application/ports/import-records';
import type { Stored } from '@carryover/application/ports/store-failure';
import { SUPPLIER_STATUSES, type SupplierStatus } from '@carryover/domain/account';
import { VERDICTS } from '@carryover/domain/total-comparison';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { LATEST_DATA_FIRST } from '../admin/changed-since.ts';
import { LATEST_CHECK_FIRST } from '../admin/storage-verifications.ts';
import { SLOT_MS } from '../figures/counted-events.ts';
import { moment, momentSql, oneOf, orNull } from '../schema/stored-values.ts';
import { ORGANISATION_NAMES } from '../sql/organisation-names.ts';
import { readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { type CountedAt, countedAt, READ_COUNTED, storedByKind } from './figures.ts';

const supplierRow = t.type({
  id: t.string,
  organisationId: t.string,
  organisationName: t.string,
  code: t.string,
  status: oneOf(SUPPLIER_STATUSES),
  accounts: t.number,
  lastStoredAt: orNull(moment),
  verdict: orNull(oneOf(VERDICTS)),
  reconciledAt: orNull(moment),
  setId: orNull(t.string),
  /** Findings of the last check of what is stored; null: none was made. */
  findings: orNull(t.number),
  checkedAt: orNull(moment),
});

const SUPPLIERS = `
  select s.id, s.organisation_id as "organisationId", o.name as "organisationName", s.code, s.status,
         coalesce((select sum(accounts) from account_rollup a
                   where a.organisation_id = s.organisation_id and a.supplier_code = s.code), 0)::float8 as accounts,
         ${momentSql('last.slot')} as "lastStoredAt", r.verdict, ${momentSql('r.snapshot_at')} as "reconciledAt", c.set_id as "setId",
         v.findings, ${momentSql('v.snapshot_at')} as "checkedAt"
  from import_supplier s
  join organisation o on o.id = s.organisation_id
  left join lateral (
    select slot from import_rollup i
    where i.organisation_id = s.organisation_id and i.supplier_code = s.code and i.outcome = 'accepted' and i.stored_items > 0
    order by slot desc limit 1) last on true
  left join lateral (
    select verdict, snapshot_at from reconciliation r where r.supplier_id = s.id order by ${LATEST_DATA_FIRST} limit 1
  ) r on true
  left join lateral (
    select set_id from control_total_registration c where c.supplier_id = s.id
    order by registered_at desc, set_id desc limit 1) c on true
  left join lateral (
    select findings, snapshot_at from storage_verification v where v.supplier_id = s.id order by ${LATEST_CHECK_FIRST} limit 1
  ) v on true
  where o.archived_at is null
  order by o.name, s.code`;

const totalRow = t.type({
  organisationId: t.string,
  code: t.string,
  endpoint: t.string,
  outcome: oneOf(['accepted', 'refused', 'dry_run', 'undone'] as const),
  requests: t.number,
  storedItems: t.number,
  storedDocuments: t.number,
  accounts: t.number,
});

const TOTALS = `
  select organisation_id as "organisationId", supplier_code as code, endpoint, outcome, sum(requests)::float8 as requests,
         sum(stored_items)::float8 as "storedItems", sum(stored_documents)::float8 as "storedDocuments",
         sum(accounts)::float8 as accounts
  from import_total where supplier_code <> '' group by 1, 2, 3, 4`;

const recentRow = t.type({
  organisationId: t.string,
  code: t.string,
  at: moment,
  items: t.number,
  requests: t.number,
  refused: t.number,
});

const RECENT = `
  select organisation_id as "organisationId", supplier_code as code, ${momentSql('slot')} as at,
         coalesce(sum(stored_items) filter (where outcome = 'accepted'), 0)::float8 as items,
         coalesce(sum(requests) filter (where outcome in ('accepted', 'refused')), 0)::float8 as requests,
         coalesce(sum(requests) filter (where outcome = 'refused'), 0)::float8 as refused
  from import_rollup where slot >= $1::timestamptz and supplier_code <> '' group by 1, 2, slot order by slot`;

const changeRow = t.type({ organisationId: t.string, code: t.string, at: moment, by: t.string });

/** Who gave each supplier the status that it has, if it is not Ongoing. */
const CHANGES = `
  select distinct on (organisation_id, supplier_code) organisation_id as "organisationId", supplier_code as code, ${momentSql('performed_at')} as at,
         performed_by as by
  from operator_action join ${ORGANISATION_NAMES} named on named.name = organisation
  where action in ('supplier pause', 'supplier complete') and supplier_code is not null
  order by organisation_id, supplier_code, performed_at desc`;

/** The state of a supplier's migration, for a row of the overview. */
export type MigrationState = Readonly<Omit<t.TypeOf<typeof supplierRow>, 'status'>> & {
  readonly status: SupplierStatus;
  readonly stored: Readonly<Record<ItemKind, number>>;
  readonly accountsWithData: number;
  readonly refusedRequests: number;
  /** The last hour, by ten seconds, the earliest first. */
  readonly recent: ReadonlyArray<Pick<t.TypeOf<typeof recentRow>, 'at' | 'items' | 'requests' | 'refused'>>;
  /** Who paused or completed it; null while it is Ongoing. */
  readonly changed: { readonly at: Date; readonly by: string } | null;
};

const HOUR_MS = 3_600_000;

/** Reads the state of all migrations, in a number of statements that does not depend on theirs. */
export const readMigrationOverview = (
  em: EntityManager,
): Stored<{ readonly counted: CountedAt | null; readonly migrations: ReadonlyArray<MigrationState> }> =>
  stored(async () => {
    const counted = await readRow(em, countedAt, READ_COUNTED);
    const suppliers = await readRows(em, supplierRow, SUPPLIERS);
    const totals = await readRows(em, totalRow, TOTALS);
    const since = new Date((counted?.at.getTime() ?? 0) - HOUR_MS - SLOT_MS).toISOString();
    const recent = await readRows(em, recentRow, RECENT, [since]);
    const isChanged = suppliers.some(({ status }) => status !== 'Ongoing');
    const changes = isChanged ? await readRows(em, changeRow, CHANGES) : [];
    const keyOf = (one: { readonly organisationId: string; readonly code: string }) =>
      `${one.organisationId} ${one.code}`;
    const [totalsOf, recentOf] = [Map.groupBy(totals, keyOf), Map.groupBy(recent, keyOf)];
    const changeOf = new Map(changes.map((change) => [keyOf(change), change]));
    return {
      counted,
      migrations: suppliers.map((supplier) => {
        const own = totalsOf.get(keyOf(supplier)) ?? [];
        return {
          ...supplier,
          stored: storedByKind(own),
          accountsWithData: own.reduce(
            (sum, one) => sum + (one.outcome === 'undone' ? -one.accounts : one.accounts),
            0,
          ),
          refusedRequests: own.reduce((sum, one) => sum + (one.outcome === 'refused' ? one.requests : 0), 0),
          recent: recentOf.get(keyOf(supplier)) ?? [],
          changed: supplier.status === 'Ongoing' ? null : (changeOf.get(keyOf(supplier)) ?? null),
        };
      }),
    };
  });
