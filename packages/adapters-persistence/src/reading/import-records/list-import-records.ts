import type { ImportFilter, ImportOutcome } from '@carryover/application/ports/operator/import-records';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isOnCitus } from '../../driver/citus.ts';
import { accountKey } from '../../imports/account-repository.ts';
import { CODE_KEY } from '../../schema/entities/import-record.ts';
import { ApiKey, ImportSupplier } from '../../schema/entities/organisation.ts';
import { type Bind, bySeries, byShard, type Listing, readIds } from './import-listing.ts';

/** The suppliers and API keys to which a filter leads; null: all. */
type Owners = {
  readonly supplier: { readonly id: string; readonly code: string } | null;
  readonly apiKeyIds: ReadonlyArray<string> | null;
};

const ownersOf = async (
  em: EntityManager,
  { supplierId, organisations, apiKeyPrefix }: ImportFilter,
): Promise<Owners> => {
  const supplier = supplierId === undefined ? null : await em.findOneOrFail(ImportSupplier, supplierId);
  if (supplier === null && organisations === undefined && apiKeyPrefix === undefined)
    return { supplier, apiKeyIds: null };
  const keys = await em.find(ApiKey, {
    ...(apiKeyPrefix === undefined ? {} : { prefix: apiKeyPrefix }),
    organisation: {
      ...(supplier === null ? {} : { id: supplier.organisation.id }),
      ...(organisations === undefined ? {} : { name: { $in: [...organisations] } }),
    },
  });
  return { supplier, apiKeyIds: keys.map(({ id }) => id) };
};

/** The difference at most of the clock that made a record's id from its time of receipt: the clock may be set meanwhile. */
const CLOCK_MS = 600_000;

/** Returns the first possible id of a time: the ids are UUIDs of version 7, which begin with their time. */
export const firstIdOf = (time: number): string => {
  const digits = Math.max(0, time).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
};

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The records between two others, and those of a time range. */
const rangeOf = (filter: ImportFilter, bind: Bind) => {
  const { before = LAST_ID, after = FIRST_ID, since, until } = filter;
  const from = since === undefined ? FIRST_ID : firstIdOf(since.getTime() - CLOCK_MS);
  const to = until === undefined ? LAST_ID : firstIdOf(until.getTime() + CLOCK_MS);
  const conditions = [
    ...(since === undefined ? [] : [`received_at >= ${bind(since.toISOString())}`]),
    ...(until === undefined ? [] : [`received_at < ${bind(until.toISOString())}`]),
  ];
  const [lower, upper] = [after > from ? after : from, before < to ? before : to];
  return { after: `${bind(lower)}::uuid`, before: `${bind(upper)}::uuid`, conditions };
};

/** The API keys, the endpoint and the code. */
const kindOf = (filter: ImportFilter, { apiKeyIds }: Owners, bind: Bind): ReadonlyArray<string> => [
  ...(apiKeyIds === null ? [] : [`api_key_id = any(${bind(apiKeyIds)}::uuid[])`]),
  ...(filter.endpoint === undefined ? [] : [`endpoint = ${bind(filter.endpoint)}`]),
  ...(filter.code === undefined ? [] : [`code = ${bind(filter.code)}`]),
];

/** The keys of the accounts with an external number: one for each supplier. */
const accountKeys = async (em: EntityManager, { supplier }: Owners, number: string): Promise<ReadonlyArray<string>> => {
  const suppliers = await em.find(ImportSupplier, supplier === null ? {} : { id: supplier.id });
  return suppliers.map(({ code, organisation }) =>
    accountKey({ organisationId: organisation.id, supplierCode: code, externalAccountNumber: number }),
  );
};

const acceptedOf = async (em: EntityManager, filter: ImportFilter, owners: Owners) => {
  const { externalAccountNumber: number } = filter;
  const keys = number === undefined ? [] : await accountKeys(em, owners, number);
  return (bind: Bind): Listing => {
    const table = 'accepted_import';
    const kind = kindOf(filter, owners, bind);
    const { conditions, ...range } = rangeOf(filter, bind);
    if (number !== undefined) {
      const within = { values: `${bind(keys)}::bigint[]` };
      // Two accounts may have the same key (ADR 27).
      const hasNumber = `exists (select from account a where a.id = r.account_id and a.external_account_number = ${bind(number)})`;
      const ofRecord = [...kind, ...conditions, hasNumber];
      return { table, columns: { account_id: 'account_id' }, within, ofSeries: [], ...range, ofRecord };
    }
    const series = { supplier_id: 'supplier_id', api_key_id: 'api_key_id', endpoint: 'endpoint' };
    const all = { table, columns: series, within: null, ofSeries: kind, ...range, ofRecord: conditions };
    if (owners.supplier === null) return all;
    return { ...all, ofSeries: [...kind, `supplier_id = ${bind(owners.supplier.id)}`] };
  };
};

/** Requests that stored nothing else name their supplier by its code, and their account by its number. */
const attemptsOf =
  (table: 'refused_import' | 'dry_run', filter: ImportFilter, owners: Owners) =>
  (bind: Bind): Listing => {
    const { externalAccountNumber: number, path } = filter;
    const kind = kindOf(filter, owners, bind);
    const { conditions, ...range } = rangeOf(filter, bind);
    const supplier = owners.supplier === null ? null : bind(owners.supplier.code);
    const ofRecord = [...conditions, ...(path === undefined ? [] : [`path = ${bind(path)}`])];
    if (number !== undefined) {
      const within = { values: `array[${bind(number)}]` };
      const ofSupplier = supplier === null ? [] : [`supplier_prefix = ${supplier}`];
      const columns = { account_prefix: 'account_prefix' };
      return { table, columns, within, ofSeries: [], ...range, ofRecord: [...kind, ...ofSupplier, ...ofRecord] };
    }
    const series = { api_key_id: 'api_key_id', endpoint: 'endpoint', code: CODE_KEY };
    const all = { table, columns: series, within: null, ofSeries: kind, ...range, ofRecord };
    return supplier === null
      ? all
      : { ...all, columns: { supplier_prefix: 'supplier_prefix', ...series }, within: { first: supplier } };
  };

/** The ids of the newest import records that a filter takes, with the newest first, by outcome. */
export const listedIds = async (
  em: EntityManager,
  filter: ImportFilter,
): Promise<Readonly<Record<ImportOutcome, ReadonlyArray<string>>>> => {
  const owners = await ownersOf(em, filter);
  const nothing = { accepted: [], refused: [], dry_run: [] };
  if (owners.apiKeyIds?.length === 0) return nothing;
  const newestIn = (await isOnCitus(em)) ? byShard : bySeries;
  const ids = (makeListing: (bind: Bind) => Listing) =>
    readIds(em, (bind) => newestIn(makeListing(bind), bind(filter.limit)));
  const isWanted = (outcome: ImportOutcome) => (filter.outcome ?? outcome) === outcome;
  const isOfRefusals = filter.path !== undefined;
  const accepted =
    isWanted('accepted') && filter.code === undefined && !isOfRefusals
      ? await ids(await acceptedOf(em, filter, owners))
      : [];
  const refused = isWanted('refused') ? await ids(attemptsOf('refused_import', filter, owners)) : [];
  const dryRuns = isWanted('dry_run') && !isOfRefusals ? await ids(attemptsOf('dry_run', filter, owners)) : [];
  const kept = new Set([...accepted, ...refused, ...dryRuns].toSorted().toReversed().slice(0, filter.limit));
  const listed = (found: ReadonlyArray<string>) => found.filter((id) => kept.has(id));
  return { accepted: listed(accepted), refused: listed(refused), dry_run: listed(dryRuns) };
};
