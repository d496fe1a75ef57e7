import {
  type AffectedAccount,
  type RefusalFilter,
  type RefusalGroup,
  type RefusalGroupReader,
  type RefusedAccount,
  worstOf,
} from '@carryover/application/ports/operator/refusal-groups';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { isOnCitus } from '../../driver/citus.ts';
import { readRows } from '../../driver/query.ts';
import { stored } from '../../driver/store-failure.ts';
import { forReading } from '../../orm.ts';
import { RefusedImport } from '../../schema/entities/import-record.ts';
import { ImportSupplier, Organisation } from '../../schema/entities/organisation.ts';
import { nameOwners, toAttempt } from './import-record-entity.ts';
import { firstIdOf } from './list-import-records.ts';
import { readRefusedItems } from './refused-items.ts';

/** All conditions are on columns of one index, which PostgreSQL reads without the rows. */
const OF_FILTER = `r.id >= $1 and ($2::uuid[] is null or r.organisation_id = any($2))
  and ($3::text is null or r.supplier_prefix = $3)`;

const GROUPS = `
  select code, path, count(*)::int as count from refused_import r
  where ${OF_FILTER}
  group by code, path order by count desc, code, path limit $4`;

const ACCOUNT = '(r.organisation_id, r.supplier_prefix, r.account_prefix)';
const OF_GROUP = `${OF_FILTER} and r.code = $4 and r.path = $5`;
const NEXT = (position: string) => `
  select r.organisation_id, r.supplier_prefix, r.account_prefix from refused_import r
  where ${OF_GROUP} and ${ACCOUNT} > ${position}
  order by 1, 2, 3 limit 1`;

/** The number of requests of an account, the latest ones, that are judged: an account may have any number. */
const JUDGED = 20;

/** Finds one account after another by the index: an account may have any number of refused requests. */
const LATEST = `
  with recursive account as (
    (select a.*, 1 as position from (${NEXT('($6::uuid, $7::text, $8::text)')}) a)
    union all
    select n.*, a.position + 1 from account a
    cross join lateral (${NEXT('(a.organisation_id, a.supplier_prefix, a.account_prefix)')}) n
    where a.position < $9)
  select latest.id from account a
  cross join lateral (
    select r.id from refused_import r
    where ${OF_GROUP} and ${ACCOUNT} = (a.organisation_id, a.supplier_prefix, a.account_prefix)
    order by r.id desc limit $10) latest
  order by a.position, latest.id desc`;

/** The same for Citus, which refuses laterals over several nodes. */
const LATEST_ON_CITUS = `
  select max(r.id::text collate "C")::uuid as id from refused_import r
  where ${OF_GROUP} and ${ACCOUNT} > ($6::uuid, $7::text, $8::text)
  group by r.organisation_id, r.supplier_prefix, r.account_prefix
  order by r.organisation_id, r.supplier_prefix, r.account_prefix limit $9`;

/** On Citus, requests of the same accounts: those of an account with very many may leave others with their latest one. */
const EARLIER_ON_CITUS = `
  select r.id from refused_import r
  where ${OF_GROUP} and r.supplier_prefix = any($6::text[]) and r.account_prefix = any($7::text[])
  order by r.id desc limit $8`;

const groupRow = t.type({ code: t.string, path: t.string, count: t.number });
const latestRow = t.type({ id: t.string });

const filterParameters = async (em: EntityManager, { supplierId, organisations, since }: RefusalFilter) => {
  const supplier = supplierId === undefined ? null : await em.findOneOrFail(ImportSupplier, supplierId);
  const named = organisations === undefined ? null : await em.find(Organisation, { name: { $in: [...organisations] } });
  const ids = named?.map(({ id }) => id) ?? null;
  const own = supplier && [supplier.organisation.id].filter((id) => ids === null || ids.includes(id));
  return [firstIdOf(since.getTime()), own ?? ids, supplier?.code ?? null];
};

/** Before all accounts in their order. */
const START: RefusedAccount = {
  organisationId: '00000000-0000-0000-0000-000000000000',
  supplierCode: '',
  externalAccountNumber: '',
};

/** The latest requests of the accounts of a page, those of each account with the latest first. */
const readIdsOnCitus = async (
  em: EntityManager,
  ofGroup: ReadonlyArray<unknown>,
  page: ReadonlyArray<unknown>,
): Promise<ReadonlyArray<string>> => {
  const latest = (await readRows(em, latestRow, LATEST_ON_CITUS, page)).map(({ id }) => id);
  const found = new Map((await em.find(RefusedImport, { id: { $in: latest } })).map((one) => [one.id, one]));
  const accounts = latest.map((id) => found.get(id)!);
  const earlier = await readRows(em, latestRow, EARLIER_ON_CITUS, [
    ...ofGroup,
    accounts.map(({ supplierPrefix }) => supplierPrefix),
    accounts.map(({ accountPrefix }) => accountPrefix),
    JUDGED * accounts.length,
  ]);
  const all = await em.find(RefusedImport, { id: { $in: earlier.map(({ id }) => id) } });
  return accounts.flatMap(({ id, organisationId, supplierPrefix, accountPrefix }) => {
    const ofAccount = all.filter(
      (one) =>
        one.organisationId === organisationId &&
        one.supplierPrefix === supplierPrefix &&
        one.accountPrefix === accountPrefix,
    );
    return [...new Set([id, ...ofAccount.map((one) => one.id)])].toSorted().toReversed().slice(0, JUDGED);
  });
};

const readAccounts = async (
  em: EntityManager,
  { code, path }: Pick<RefusalGroup, 'code' | 'path'>,
  filter: RefusalFilter,
  { after, limit }: { readonly after: RefusedAccount | null; readonly limit: number },
): Promise<ReadonlyArray<AffectedAccount>> => {
  const { organisationId, supplierCode, externalAccountNumber } = after ?? START;
  const ofGroup = [...(await filterParameters(em, filter)), code, path];
  const page = [...ofGroup, organisationId, supplierCode, externalAccountNumber, limit];
  const ids = (await isOnCitus(em))
    ? await readIdsOnCitus(em, ofGroup, page)
    : (await readRows(em, latestRow, LATEST, [...page, JUDGED])).map(({ id }) => id);
  const states = await readRefusedItems(em, ids);
  const entities = new Map((await em.find(RefusedImport, { id: { $in: ids } })).map((entity) => [entity.id, entity]));
  const ofAccount = Map.groupBy(ids, (id) => {
    const { organisationId: owner, supplierPrefix, accountPrefix } = entities.get(id)!;
    return JSON.stringify([owner, supplierPrefix, accountPrefix]);
  });
  const latest = [...ofAccount.values()].map(([id]) => entities.get(id!)!);
  const records = await nameOwners(em, latest.map(toAttempt('refused')));
  return [...ofAccount.values()].map((judged, index) => ({
    organisationId: latest[index]!.organisationId,
    supplierCode: latest[index]!.supplierPrefix,
    externalAccountNumber: latest[index]!.accountPrefix,
    latest: records[index]!,
    state: worstOf(judged.map((id) => states.get(id)!.state)),
  }));
};

export const makePostgresRefusalGroupReader = (em: EntityManager): RefusalGroupReader => ({
  groups: (filter, limit) =>
    stored(async () => {
      const read = forReading(em);
      return readRows(read, groupRow, GROUPS, [...(await filterParameters(read, filter)), limit]);
    }),
  accounts: (group, filter, page) => stored(() => readAccounts(forReading(em), group, filter, page)),
  items: (ids) => stored(() => readRefusedItems(forReading(em), ids)),
});
