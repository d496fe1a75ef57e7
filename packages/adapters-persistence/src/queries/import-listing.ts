import { IMPORT_OUTCOMES, type ImportOutcome } from '@carryover/application/ports/import-records';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { erasedNameIn, reportedKeyIn } from '../imports/account-repository.ts';
import { CLOCK_MS, FIRST_ID, firstIdOf, LAST_ID } from '../schema/record-ids.ts';
import { dialectOf } from '../sql/dialect.ts';
import { readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { type ImportRecord, recordsWith } from './import-records.ts';

/** As in the index of the listing: the code of a dry run without an error is null. */
const CODE_KEY = `(coalesce(code, ''))`;

export type ImportFilter = {
  /** null: all suppliers. */
  readonly supplier: ImportSupplier | null;
  readonly externalAccountNumber?: string;
  readonly endpoint?: string;
  readonly outcome?: ImportOutcome;
  readonly code?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly apiKeyPrefix?: string;
  /** Those of a load; null: those that name none. */
  readonly loadId?: string | null;
  /** The names of the organisations whose records are listed; all, if left out. */
  readonly organisations?: ReadonlyArray<string>;
  /** Only records that are older than this one. */
  readonly before?: string;
  /** Only records that are newer than this one. */
  readonly after?: string;
  readonly limit: number;
};

/** Adds a value to the parameters of a statement, and returns its place (`$1`). */
type Bind = (value: unknown) => string;

/**
 * A table of import records and one of its indexes. The records with the same values of the index's columns before the id are
 * a series; the index has the newest of each.
 */
type Listing = {
  readonly table: string;
  /** The columns of the index before the id, by the names of their values. */
  readonly columns: Readonly<Record<string, string>>;
  /** The series to look at: those with this value of the first column, or all; a list of values has a series each. */
  readonly within: { readonly first: string } | { readonly values: string } | null;
  /** Conditions on the columns of the series, all of which must hold. */
  readonly ofSeries: ReadonlyArray<string>;
  /** Between these ids, neither included. */
  readonly after: string;
  readonly before: string;
  /** Conditions on the single record `r`, all of which must hold. */
  readonly ofRecord: ReadonlyArray<string>;
};

const all = (conditions: ReadonlyArray<string>): string =>
  conditions.length === 0 ? 'true' : conditions.join(' and ');

/** Before all values of a column: a UUID or a text. */
const startOf = (name: string): string => (name.endsWith('_id') ? `'${FIRST_ID}'` : `''`);

/** Finds one series after another by the index, without reading their records. */
const seriesOf = ({ table, columns, within }: Listing): string => {
  const names = Object.keys(columns);
  if (within !== null && 'values' in within) return `select ${names[0]} from unnest(${within.values}) as ${names[0]}`;
  const values = Object.values(columns).join(', ');
  const next = (condition: string) =>
    `select ${values} from ${table} r where (${values}) ${condition} order by ${values} limit 1`;
  const isWithin = within === null ? 'true' : `n.${names[0]} = ${within.first}`;
  const start = names.map((name, index) => (index === 0 && within !== null ? within.first : startOf(name)));
  return `
    select * from (${next(`>= (${start})`)}) n (${names}) where ${isWithin}
    union all
    select n.* from series s
    cross join lateral (${next(`> (${names.map((name) => `s.${name}`)})`)}) n (${names}) where ${isWithin}`;
};

/**
 * Finds the ids of the newest records in a time that depends on the number of series and of listed records alone: only of the
 * series with the newest records are more than the newest read.
 *
 * The bounds of a series are comparisons of rows, because PostgreSQL takes another index for an equality if it expects many
 * records of the series.
 */
const bySeries = (listing: Listing, limit: string): string => {
  const { table, columns, ofSeries, after, before, ofRecord } = listing;
  const names = Object.keys(columns);
  const values = Object.values(columns);
  const ofIndex = names.map((name) => `s.${name}`);
  const newest = (count: string) => `
    select r.id from ${table} r
    where ${all([`(${values}, r.id) < (${ofIndex}, ${before})`, `(${values}, r.id) > (${ofIndex}, ${after})`, ...ofRecord])}
    order by ${[...values, 'r.id'].map((value) => `${value} desc`)} limit ${count}`;
  return `
    with recursive series (${names}) as (${seriesOf(listing)}),
    latest as materialized (
      select s.*, n.id from series s cross join lateral (${newest('1')}) n
      where ${all(ofSeries)} order by n.id desc limit ${limit})
    select n.id from latest s cross join lateral (${newest(limit)}) n
    order by n.id desc limit ${limit}`;
};

/** The same for a cluster, which refuses laterals over several nodes: each shard is read by the plan that its node chooses (ADR 39). */
const byShard = ({ table, columns, within, ofSeries, after, before, ofRecord }: Listing, limit: string): string => {
  const [first] = Object.values(columns);
  const isWithin = within === null ? [] : [`${first} = ${'first' in within ? within.first : `any(${within.values})`}`];
  const conditions = [...isWithin, `r.id < ${before}`, `r.id > ${after}`, ...ofSeries, ...ofRecord];
  return `select r.id from ${table} r where ${all(conditions)} order by r.id desc limit ${limit}`;
};

/** What an external number stands for; without one, nothing. */
type NamedAccounts = {
  /** The keys of the accounts with the external number, one for each supplier. */
  readonly accountKeys: ReadonlyArray<string>;
  /** The external number, and what stands in its place once an account is erased. */
  readonly accountNumbers: ReadonlyArray<string>;
  /** Their beginnings, which the index of refused requests and dry runs has: a client may send a text of any length. */
  readonly accountPrefixes: ReadonlyArray<string>;
};

/** As the tables have it; no account has a number of this length. */
const prefixOf = (accountNumber: string): string => [...accountNumber].slice(0, 129).join('');

/** What the names of a filter stand for. */
type Named = NamedAccounts & {
  /** null: all. */
  readonly apiKeyIds: ReadonlyArray<string> | null;
};

const API_KEYS = `
  select k.id from api_key k
  join organisation o on o.id = k.organisation_id
  where ($1::text is null or k.prefix = $1) and ($2::text[] is null or o.name = any($2))
    and ($3::uuid is null or o.id = $3)`;

const SUPPLIERS = `
  select organisation_id as "organisationId", code from import_supplier where $1::uuid is null or id = $1`;

const idRow = t.type({ id: t.string });
const supplierRow = t.type({ organisationId: t.string, code: t.string });

/** Returns what an external number stands for in the records of a supplier; null: of all. */
export const namedAccounts = async (
  em: EntityManager,
  supplier: ImportSupplier | null,
  number: string | undefined,
): Promise<NamedAccounts> => {
  if (number === undefined) return { accountKeys: [], accountNumbers: [], accountPrefixes: [] };
  const suppliers = await readRows(em, supplierRow, SUPPLIERS, [supplier?.id ?? null]);
  const accountNumbers = [number, ...suppliers.map((one) => erasedNameIn(one)(number))];
  return {
    accountKeys: suppliers.map((one) => reportedKeyIn(one)(number)),
    accountNumbers,
    accountPrefixes: accountNumbers.map(prefixOf),
  };
};

const namedBy = async (em: EntityManager, filter: ImportFilter): Promise<Named> => {
  const { supplier, organisations, apiKeyPrefix, externalAccountNumber } = filter;
  const isOfAll = supplier === null && organisations === undefined && apiKeyPrefix === undefined;
  const parameters = [apiKeyPrefix ?? null, organisations ?? null, supplier?.organisationId ?? null];
  const keys = isOfAll ? null : await readRows(em, idRow, API_KEYS, parameters);
  return {
    apiKeyIds: keys?.map(({ id }) => id) ?? null,
    ...(await namedAccounts(em, supplier, externalAccountNumber)),
  };
};

const TABLES = { accepted: 'accepted_import', refused: 'refused_import', dry_run: 'dry_run' } as const;

/** Returns the columns of the index that a list without an account is read by. */
const seriesColumns = (outcome: ImportOutcome, supplier: ImportSupplier | null): Listing['columns'] => {
  const columns = { api_key_id: 'api_key_id', endpoint: 'endpoint' };
  if (outcome === 'accepted') return { supplier_id: 'supplier_id', ...columns };
  return { ...(supplier === null ? {} : { supplier_prefix: 'supplier_prefix' }), ...columns, code: CODE_KEY };
};

/** Returns the part of a table that a filter takes. */
const listingOf = (outcome: ImportOutcome, filter: ImportFilter, named: Named, bind: Bind): Listing => {
  const { supplier, externalAccountNumber: number, endpoint, code, since, until, loadId } = filter;
  const { before = LAST_ID, after = FIRST_ID } = filter;
  const isAccepted = outcome === 'accepted';
  const from = since === undefined ? FIRST_ID : firstIdOf(since.getTime() - CLOCK_MS);
  const to = until === undefined ? LAST_ID : firstIdOf(until.getTime() + CLOCK_MS);
  const common = {
    table: TABLES[outcome],
    after: `${bind(after > from ? after : from)}::uuid`,
    before: `${bind(before < to ? before : to)}::uuid`,
  };
  // Requests that stored nothing else name their supplier by its code, and their account by its number.
  const first = supplier && bind(isAccepted ? supplier.id : supplier.code);
  const ofSeries = [
    ...(named.apiKeyIds === null ? [] : [`api_key_id = any(${bind(named.apiKeyIds)}::uuid[])`]),
    ...(endpoint === undefined ? [] : [`endpoint = ${bind(endpoint)}`]),
    ...(code === undefined ? [] : [`code = ${bind(code)}`]),
  ];
  const ofRecord = [
    ...(since === undefined ? [] : [`received_at >= ${bind(since.toISOString())}`]),
    ...(until === undefined ? [] : [`received_at < ${bind(until.toISOString())}`]),
  ];
  const isOfLoad = loadId !== undefined && loadId !== null;
  if (isOfLoad) ofRecord.push(`load_id = ${bind(loadId)}::uuid`);
  if (loadId === null) ofRecord.push('load_id is null');
  if (number === undefined && !isOfLoad)
    return {
      ...common,
      columns: seriesColumns(outcome, supplier),
      within: first === null ? null : { first },
      ofSeries,
      ofRecord,
    };
  const ofRecords = [
    ...ofSeries,
    ...(first === null ? [] : [`${isAccepted ? 'supplier_id' : 'supplier_prefix'} = ${first}`]),
    ...ofRecord,
  ];
  if (number === undefined) {
    const within = { values: `array[${bind(loadId)}]::uuid[]` };
    return { ...common, columns: { load_id: 'load_id' }, within, ofSeries: [], ofRecord: ofRecords };
  }
  const isNumber = `external_account_number = any(${bind(named.accountNumbers)}::text[])`;
  if (!isAccepted) {
    const within = { values: `${bind(named.accountPrefixes)}::text[]` };
    const columns = { account_prefix: 'account_prefix' };
    return { ...common, columns, within, ofSeries: [], ofRecord: [...ofRecords, `r.${isNumber}`] };
  }
  // Two accounts may have the same key (ADR 4).
  const hasNumber = `exists (select from account a where a.id = r.account_id and a.${isNumber})`;
  const within = { values: `${bind(named.accountKeys)}::bigint[]` };
  const columns = { account_id: 'account_id' };
  return { ...common, columns, within, ofSeries: [], ofRecord: [...ofRecords, hasNumber] };
};

const list = async (em: EntityManager, filter: ImportFilter): Promise<ReadonlyArray<ImportRecord>> => {
  const named = await namedBy(em, filter);
  if (named.apiKeyIds?.length === 0) return [];
  const newest = (await dialectOf(em)).hasLaterals ? bySeries : byShard;
  const hasCode = filter.code !== undefined;
  const wanted = IMPORT_OUTCOMES.filter(
    (outcome) => (filter.outcome ?? outcome) === outcome && !(hasCode && outcome === 'accepted'),
  );
  const found: { readonly outcome: ImportOutcome; readonly id: string }[] = [];
  for (const outcome of wanted) {
    const parameters: unknown[] = [];
    const bind: Bind = (value) => `$${parameters.push(value)}`;
    const sql = newest(listingOf(outcome, filter, named, bind), bind(filter.limit));
    for (const { id } of await readRows(em, idRow, sql, parameters)) found.push({ outcome, id });
  }
  const listed = found.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, filter.limit);
  const ids = Map.groupBy(listed, ({ outcome }) => outcome);
  return recordsWith(em, Object.fromEntries([...ids].map(([outcome, of]) => [outcome, of.map(({ id }) => id)])));
};

/** Lists the import records that a filter takes, newest first. */
export const listImports =
  (em: EntityManager) =>
  (filter: ImportFilter): Stored<ReadonlyArray<ImportRecord>> =>
    stored(() => list(em, filter));
