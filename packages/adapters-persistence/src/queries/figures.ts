import type { ItemKind } from '@carryover/application/ports/import-records';
import type { Stored } from '@carryover/application/ports/store-failure';
import { ACCOUNT_STATUSES, type AccountStatus, type ImportSupplier } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, momentSql, oneOf, orNull } from '../schema/stored-values.ts';
import { readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

/** A supplier by what the rollups are counted by (ADR 39). */
export type SupplierKey = Pick<ImportSupplier, 'organisationId' | 'code'>;

const IMPORT_EVENTS = ['accepted', 'refused', 'dry_run', 'undone'] as const;
type ImportEvent = (typeof IMPORT_EVENTS)[number];

const eventCount = t.type({
  /** As named in the paths, such as `notes/create`. */
  endpoint: t.string,
  outcome: oneOf(IMPORT_EVENTS),
  /** The error code of refused requests and dry runs; empty for others. */
  code: t.string,
  requests: t.number,
  /** The items that were sent. */
  items: t.number,
  /** The items that were stored; of undone requests, those that were removed. */
  storedItems: t.number,
  /** Of these, the billing documents; the others of their endpoint are transactions. */
  storedDocuments: t.number,
  /** The accounts that had no item before; of undone requests, those that have none afterwards. */
  accounts: t.number,
});
/** A number of import records of one kind. */
export type EventCount = Readonly<t.TypeOf<typeof eventCount>>;

const timedCount = t.type({ ...eventCount.props, at: moment });
/** The events of a kind in the span of time that begins at `at`. */
export type TimedCount = Readonly<t.TypeOf<typeof timedCount>>;

const KIND_OF_ENDPOINT: Readonly<Record<string, ItemKind>> = {
  'notes/create': 'notes',
  'transactions/create': 'transactions',
  'historical-billing-documents/create': 'transactions',
  'historical-statements/create': 'statements',
  'payment-instruction/create': 'paymentInstructions',
};

/** Adds up stored items by kind; those of undone requests are taken away. */
export const storedByKind = (
  counts: ReadonlyArray<
    Pick<EventCount, 'endpoint' | 'storedItems' | 'storedDocuments'> & { readonly outcome?: ImportEvent }
  >,
): Readonly<Record<ItemKind, number>> => {
  const sums = { notes: 0, transactions: 0, billingDocuments: 0, statements: 0, paymentInstructions: 0 };
  for (const { endpoint, outcome, storedItems, storedDocuments } of counts) {
    const sign = outcome === 'undone' ? -1 : 1;
    sums[KIND_OF_ENDPOINT[endpoint] ?? 'transactions'] += sign * (storedItems - storedDocuments);
    sums.billingDocuments += sign * storedDocuments;
  }
  return sums;
};

export type AccountCounts = Readonly<Record<AccountStatus, number>>;
export const accountsRow = t.type({ status: oneOf(ACCOUNT_STATUSES), count: t.number });

/** Returns the numbers of accounts by status; 0 for one without a row. */
export const accountCounts = (rows: ReadonlyArray<t.TypeOf<typeof accountsRow>>): AccountCounts => {
  const of = (status: AccountStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  return { STAGED: of('STAGED'), IMPORTED: of('IMPORTED') };
};

const OF_SUPPLIER = 'where organisation_id = $1 and supplier_code = $2';

// The driver reads sums of `bigint` as texts, and `float8` as numbers.
const TOTALS = `
  select endpoint, outcome, code, requests::float8, items::float8, stored_items::float8 as "storedItems",
         stored_documents::float8 as "storedDocuments", accounts::float8
  from import_total ${OF_SUPPLIER} and requests > 0
  order by endpoint, outcome, code`;

const FIRST = `select ${momentSql('min(slot)')} as first from import_rollup ${OF_SUPPLIER}`;

const SERIES = `
  select endpoint, outcome, code, sum(requests)::float8 as requests, sum(items)::float8 as items,
         sum(stored_items)::float8 as "storedItems", sum(stored_documents)::float8 as "storedDocuments",
         sum(accounts)::float8 as accounts, ${momentSql('at')} as at
  from (
    select *, date_bin(make_interval(secs => $4::int), slot, 'epoch'::timestamptz) as at
    from import_rollup ${OF_SUPPLIER} and slot >= $3::timestamptz) counted
  group by at, endpoint, outcome, code order by at, endpoint, outcome, code`;

/** Reads the events of a supplier by spans of time, earliest first. */
export const readSeries =
  (em: EntityManager) =>
  (
    { organisationId, code }: SupplierKey,
    { since, stepSeconds }: { readonly since: Date; readonly stepSeconds: number },
  ): Stored<ReadonlyArray<TimedCount>> =>
    stored(() => readRows(em, timedCount, SERIES, [organisationId, code, since.toISOString(), stepSeconds]));

export const READ_COUNTED = `select ${momentSql('counted_at')} as at, ${momentSql('now()')} as now from rollup_progress where counted_at is not null`;
export const countedAt = t.type({ at: moment, now: moment });
/** The time of the last count, and the present time, both by the database's clock. */
export type CountedAt = Readonly<t.TypeOf<typeof countedAt>>;

const ACCOUNTS = `select status, accounts::float8 as count from account_rollup ${OF_SUPPLIER}`;

/** The figures of a supplier. */
export type Figures = {
  /** null: nothing was ever counted. */
  readonly counted: CountedAt | null;
  readonly totals: ReadonlyArray<EventCount>;
  readonly accounts: AccountCounts;
  /** The time of the first event; null if there is none. */
  readonly firstEvent: Date | null;
};

export const readFigures =
  (em: EntityManager) =>
  ({ organisationId, code }: SupplierKey): Stored<Figures> =>
    stored(async () => {
      const key = [organisationId, code];
      const first = await readRow(em, t.type({ first: orNull(moment) }), FIRST, key);
      return {
        counted: await readRow(em, countedAt, READ_COUNTED),
        totals: await readRows(em, eventCount, TOTALS, key),
        accounts: accountCounts(await readRows(em, accountsRow, ACCOUNTS, key)),
        firstEvent: first?.first ?? null,
      };
    });
