import type {
  AffectedAccount,
  RefusalFilter,
  RefusalGroup,
  RefusalGroupReader,
  RefusedAccount,
} from '@carryover/application/ports/operator/refusal-groups';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { isOnCitus } from '../../driver/citus.ts';
import { readRows } from '../../driver/query.ts';
import { stored } from '../../driver/store-failure.ts';
import { accountKey } from '../../imports/account-repository.ts';
import { forReading } from '../../orm.ts';
import { RefusedImport } from '../../schema/entities/import-record.ts';
import { ImportSupplier, Organisation } from '../../schema/entities/organisation.ts';
import { nameOwners, toAttempt } from './import-record-entity.ts';
import { firstIdOf } from './list-import-records.ts';

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
    order by r.id desc limit 1) latest
  order by a.position`;

/** The same for Citus, which refuses laterals over several nodes. */
const LATEST_ON_CITUS = `
  select max(r.id::text collate "C")::uuid as id from refused_import r
  where ${OF_GROUP} and ${ACCOUNT} > ($6::uuid, $7::text, $8::text)
  group by r.organisation_id, r.supplier_prefix, r.account_prefix
  order by r.organisation_id, r.supplier_prefix, r.account_prefix limit $9`;

const ACCEPTED = `
  select i.account_id::text as account_id, i.endpoint, max(i.id::text collate "C") as id from accepted_import i
  where i.account_id = any($1::bigint[]) and i.id > $2
    and not exists (select from import_undo u where u.account_id = i.account_id and u.import_id = i.id)
  group by i.account_id, i.endpoint`;

const groupRow = t.type({ code: t.string, path: t.string, count: t.number });
const latestRow = t.type({ id: t.string });
const acceptedRow = t.type({ account_id: t.string, endpoint: t.string, id: t.string });

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

/** Adds to each refused request whether a later one for its account and endpoint was accepted. */
const judge = async (
  em: EntityManager,
  refused: ReadonlyArray<Omit<AffectedAccount, 'isSolved'>>,
): Promise<ReadonlyArray<AffectedAccount>> => {
  const keys = refused.map((one) => accountKey(one));
  const first = refused.map(({ latest }) => latest.id).toSorted()[0];
  const accepted = first === undefined ? [] : await readRows(em, acceptedRow, ACCEPTED, [keys, first]);
  const latestAccepted = new Map(accepted.map(({ account_id, endpoint, id }) => [`${account_id} ${endpoint}`, id]));
  return refused.map((one, at) => {
    const isNamed = one.latest.supplierCode !== null && one.latest.externalAccountNumber !== null;
    const solution = latestAccepted.get(`${keys[at]} ${one.latest.endpoint}`);
    return { ...one, isSolved: isNamed ? solution !== undefined && solution > one.latest.id : null };
  });
};

const readAccounts = async (
  em: EntityManager,
  { code, path }: Pick<RefusalGroup, 'code' | 'path'>,
  filter: RefusalFilter,
  { after, limit }: { readonly after: RefusedAccount | null; readonly limit: number },
): Promise<ReadonlyArray<AffectedAccount>> => {
  const { organisationId, supplierCode, externalAccountNumber } = after ?? START;
  const rows = await readRows(em, latestRow, (await isOnCitus(em)) ? LATEST_ON_CITUS : LATEST, [
    ...(await filterParameters(em, filter)),
    code,
    path,
    organisationId,
    supplierCode,
    externalAccountNumber,
    limit,
  ]);
  const entities = await em.find(RefusedImport, { id: { $in: rows.map(({ id }) => id) } });
  const records = await nameOwners(em, entities.map(toAttempt('refused')));
  const byId = new Map(entities.map((entity, at) => [entity.id, { entity, latest: records[at]! }]));
  const found = rows.map(({ id }) => byId.get(id)!);
  return judge(
    em,
    found.map(({ entity, latest }) => ({
      organisationId: entity.organisationId,
      supplierCode: entity.supplierPrefix,
      externalAccountNumber: entity.accountPrefix,
      latest,
    })),
  );
};

export const makePostgresRefusalGroupReader = (em: EntityManager): RefusalGroupReader => ({
  groups: (filter, limit) =>
    stored(async () => {
      const read = forReading(em);
      return readRows(read, groupRow, GROUPS, [...(await filterParameters(read, filter)), limit]);
    }),
  accounts: (group, filter, page) => stored(() => readAccounts(forReading(em), group, filter, page)),
});
