import type { ImportFilter, ImportOutcome } from '@carryover/application/ports/operator/import-records';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isOnCitus } from '../../driver/citus.ts';
import { accountKey } from '../../imports/account-repository.ts';
import { CODE_KEY, NO_SUPPLIER } from '../../schema/entities/import-record.ts';
import { ApiKey, ImportSupplier } from '../../schema/entities/organisation.ts';
import { type Bind, type Conditions, type Listing, newestIn, readIds } from './import-listing.ts';

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
  const ofRecord: Conditions = (alias) => conditions.map((condition) => `${alias}.${condition}`);
  const [lower, upper] = [after > from ? after : from, before < to ? before : to];
  return { after: `${bind(lower)}::uuid`, before: `${bind(upper)}::uuid`, ofRecord };
};

/** The API keys, the endpoint and the code. */
const kindOf = (filter: ImportFilter, { apiKeyIds }: Owners, bind: Bind): Conditions => {
  const conditions = [
    ...(apiKeyIds === null ? [] : [`api_key_id = any(${bind(apiKeyIds)}::uuid[])`]),
    ...(filter.endpoint === undefined ? [] : [`endpoint = ${bind(filter.endpoint)}`]),
    ...(filter.code === undefined ? [] : [`code = ${bind(filter.code)}`]),
  ];
  return (alias) => conditions.map((condition) => `${alias}.${condition}`);
};

const both =
  (...conditions: ReadonlyArray<Conditions>): Conditions =>
  (alias) =>
    conditions.flatMap((one) => one(alias));
const none: Conditions = () => [];

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
    const kind = kindOf(filter, owners, bind);
    const range = rangeOf(filter, bind);
    if (number !== undefined) {
      // Two accounts may have the same key (ADR 27).
      const hasNumber: Conditions = (alias) => [
        `exists (select from account a where a.id = ${alias}.account_id and a.external_account_number = ${bind(number)})`,
      ];
      return {
        table: 'accepted_import',
        columns: { account_id: 'account_id' },
        within: { values: `${bind(keys)}::bigint[]` },
        ofSeries: none,
        ...range,
        ofRecord: both(kind, range.ofRecord, hasNumber),
      };
    }
    const supplier = owners.supplier === null ? null : bind(owners.supplier.id);
    const ofSupplier: Conditions = (alias) =>
      supplier === null ? [] : [`${alias}.supplier_id in (${supplier}, '${NO_SUPPLIER}')`];
    // Earlier releases did not store the supplier with the record.
    const ofAccount: Conditions = (alias) =>
      supplier === null
        ? []
        : [
            `(${alias}.supplier_id <> '${NO_SUPPLIER}'
              or exists (select from account a where a.id = ${alias}.account_id and a.supplier_id = ${supplier}))`,
          ];
    return {
      table: 'accepted_import',
      columns: { supplier_id: 'supplier_id', api_key_id: 'api_key_id', endpoint: 'endpoint' },
      within: null,
      ofSeries: both(kind, ofSupplier),
      ...range,
      ofRecord: both(range.ofRecord, ofAccount),
    };
  };
};

/** Requests that stored nothing else name their supplier by its code, and their account by its number. */
const attemptsOf =
  (table: 'refused_import' | 'dry_run', filter: ImportFilter, owners: Owners) =>
  (bind: Bind): Listing => {
    const kind = kindOf(filter, owners, bind);
    const range = rangeOf(filter, bind);
    const { externalAccountNumber: number } = filter;
    const { path } = filter;
    const ofPath: Conditions = (alias) => (path === undefined ? [] : [`${alias}.path = ${bind(path)}`]);
    const ofRecord = both(range.ofRecord, ofPath);
    const series = { api_key_id: 'api_key_id', endpoint: 'endpoint', code: CODE_KEY };
    if (number !== undefined) {
      const supplier = owners.supplier === null ? null : bind(owners.supplier.code);
      const ofSupplier: Conditions = (alias) => (supplier === null ? [] : [`${alias}.supplier_prefix = ${supplier}`]);
      return {
        table,
        columns: { account_prefix: 'account_prefix' },
        within: { values: `array[${bind(number)}]` },
        ofSeries: none,
        ...range,
        ofRecord: both(kind, ofSupplier, ofRecord),
      };
    }
    return owners.supplier === null
      ? { table, columns: series, within: null, ofSeries: kind, ...range, ofRecord }
      : {
          table,
          columns: { supplier_prefix: 'supplier_prefix', ...series },
          within: { first: bind(owners.supplier.code) },
          ofSeries: kind,
          ...range,
          ofRecord,
        };
  };

/** The ids of the newest import records that a filter takes, with the newest first, by outcome. */
export const listedIds = async (
  em: EntityManager,
  filter: ImportFilter,
): Promise<Readonly<Record<ImportOutcome, ReadonlyArray<string>>>> => {
  const owners = await ownersOf(em, filter);
  const nothing = { accepted: [], refused: [], dry_run: [] };
  if (owners.apiKeyIds?.length === 0) return nothing;
  const place = { isOnCitus: await isOnCitus(em) };
  const ids = (makeListing: (bind: Bind) => Listing) =>
    readIds(em, (bind) => newestIn(makeListing(bind), bind(filter.limit), place));
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
