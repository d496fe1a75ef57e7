import { ALARM_KINDS } from '@carryover/domain/alarm';
import { nodeOf } from '@carryover/domain/seal';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, oneOf, orNull } from '../../schema/stored-values.ts';
import { mergeByTime, type Nodes } from '../../sql/nodes.ts';
import { ORGANISATION_NAMES } from '../../sql/organisation-names.ts';
import { readRows } from '../../sql/query.ts';
import { idIn, type Place } from './cursor.ts';
import { ALL_SOURCES, BEGAN, ENDED, type Source, type Sources } from './sources.ts';

/** The condition that a record of a source is behind a place; `$1` is its position, `$2` its id. */
export const isBehind = ({ position, id, idType }: Source, source: number, place: Place): string => {
  if (source < place.source) return `${position} > $1::bigint`;
  if (source > place.source) return `${position} >= $1::bigint`;
  return `${position} >= $1::bigint and (${position} > $1::bigint or ${id} > $2::${idType})`;
};

/** Ids of one width: as texts they have the order of the ids. */
const keyOf = ({ id, idType }: Source): string =>
  idType === 'bigint' ? `lpad(${id}::text, 20, '0') collate "C"` : `${id}::text collate "C"`;

/** The next records behind a place that are final, in their order. `$3`: the first position that is not; `$4`: how many. */
const nextRecords = (place: Place, wanted: ReadonlySet<Source>): string => {
  const each = ALL_SOURCES.flatMap((source, index) => {
    if (!wanted.has(source)) return [];
    const { table, position, id, idType, account, where } = source;
    return `(
      select ${index} as source, ${position} as position, ${id}::text as id, ${keyOf(source)} as key, ${account} as account_id,
             ${idType === 'uuid' ? id : 'null::uuid'} as uuid
      from ${table}
      where ${isBehind(source, index, place)} and ${position} < $3::bigint and ${where}
      order by ${table}.${position}, ${table}.${id} limit $4)`;
  });
  return `select * from (${each.join(' union all ')}) record
    where $1::bigint is not null and $2::text is not null order by position, source, key limit $4`;
};

type Tables = {
  readonly account: string;
  readonly imports: string;
  readonly undo: string;
  readonly change: string;
  /** The stored bytes of an import. */
  readonly bytes: string;
};
const WHOLE: Tables = {
  account: 'account',
  imports: 'accepted_import',
  undo: 'import_undo',
  change: 'account_change',
  bytes: 'octet_length(i.payload)',
};

/** @param records with `source`, `position`, `id`, `key`, `account_id`, `uuid`. @param account the accounts of the records. */
const described = (records: string, { account, imports, undo, change, bytes } = WHOLE): string => `
  select r.source, r.position::text as position, r.id, r.account_id::text as "accountId",
         s.organisation_id as "organisationId", s.code as "supplierCode",
         coalesce(a.external_account_number, o.external_account_number) as "externalAccountNumber",
         coalesce(a.service_account_number, oa.service_account_number) as "serviceAccountNumber",
         a.status, to_json(case r.source when 0 then a.created_at when 1 then a.promoted_at when 5 then a.erased_at when 2 then i.received_at
           when 3 then u.undone_at when 6 then c.changed_at when ${BEGAN} then l.began_at when ${ENDED} then l.ended_at
           else o.performed_at end)#>>'{}' as time,
         coalesce(a.promoted_position > r.position, false) as "isPromotedLater", a.erased_at is not null as "isErased", i.endpoint, coalesce(i.item_count, 0) as "itemCount",
         coalesce(${bytes}, 0) as bytes, u.import_id is not null as "isUndone", u.reason,
         o.action, o.ledger_number as "ledgerNumber", o.before, o.after, l.kind as alarm, l.details, to_json(l.began_at)#>>'{}' as "beganAt"
  from (${records}) r
  left join ${account} a on a.id = r.account_id
  left join ${imports} i on r.source in (2, 3) and i.account_id = r.account_id and i.id = r.uuid
  left join ${undo} u on r.source in (2, 3) and u.account_id = r.account_id and u.import_id = r.uuid
  left join ${change} c on r.source = 6 and c.account_id = r.account_id and c.id = r.uuid
  left join operator_action o on r.source = 4 and o.id = r.uuid
  left join alarm l on r.source in (${BEGAN}, ${ENDED}) and l.id = r.uuid
  left join ${ORGANISATION_NAMES} g on g.name = o.organisation
  left join import_supplier s on case when r.source = 4 then s.organisation_id = g.organisation_id and s.code = o.supplier_code
    when r.source in (${BEGAN}, ${ENDED}) then s.id = l.supplier_id else s.id = a.supplier_id end
  left join ${account} oa on oa.supplier_id = s.id and oa.external_account_number = o.external_account_number
  order by r.position, r.source, r.key`;

const keysOf = (place: Place, wanted: ReadonlySet<Source>): string => `
  select source, position::text as position, id, account_id::text as account
  from (${nextRecords(place, wanted)}) record order by record.position, source, key`;
const keyRow = t.type({ source: t.number, position: t.string, id: t.string, account: orNull(t.string) });
const namedRow = t.type({ account: t.string });

const json = orNull(t.record(t.string, t.unknown));
const recordRow = t.type({
  source: t.number,
  position: t.string,
  id: t.string,
  accountId: orNull(t.string),
  organisationId: orNull(t.string),
  supplierCode: orNull(t.string),
  externalAccountNumber: orNull(t.string),
  serviceAccountNumber: orNull(t.string),
  status: orNull(t.string),
  time: moment,
  isPromotedLater: t.boolean,
  isErased: orNull(t.boolean),
  endpoint: orNull(t.string),
  itemCount: t.number,
  bytes: t.number,
  isUndone: t.boolean,
  reason: orNull(t.string),
  action: orNull(t.string),
  ledgerNumber: orNull(t.string),
  before: json,
  after: json,
  alarm: orNull(oneOf(ALARM_KINDS)),
  details: json,
  beganAt: orNull(moment),
});
export type RecordRow = t.TypeOf<typeof recordRow>;

/** Of the records with arrays of their sources, positions, ids, accounts, and ids of imports. */
const GIVEN = `
  select source, position, id, key, account_id, case when source not in (0, 1, 5) then id::uuid end as uuid
  from unnest($1::int[], $2::bigint[], $3::text[], $4::bigint[]) with ordinality given (source, position, id, account_id, key)`;

/** A cluster joins what it has collected with parts of tables; of a whole one, it would collect all rows. */
const PARTS: Tables = {
  account: `(select * from account where id = any($5::bigint[]))`,
  imports: `(select account_id, id, received_at, endpoint, item_count, octet_length(payload) as bytes
    from accepted_import where account_id = any($5::bigint[]) and id = any($6::uuid[]))`,
  undo: `(select account_id, import_id, undone_at, reason
    from import_undo where account_id = any($5::bigint[]) and import_id = any($6::uuid[]))`,
  change: `(select * from account_change where account_id = any($5::bigint[]) and id = any($6::uuid[]))`,
  bytes: 'i.bytes',
};

/** The accounts that are named by operator actions. */
const NAMED = `
  select id::text as account from account where external_account_number in (
    select external_account_number from operator_action where id = any($1::uuid[]))`;

const NO_END = String(2n ** 62n);

/** Reads the next records of one server that are before `final`; alarms, also those behind it. */
export const recordsOfServer = (
  em: EntityManager,
  place: Place,
  final: string,
  { wanted, isAlarmsOnly }: Sources,
  size: number,
): Promise<ReadonlyArray<RecordRow>> => {
  const end = isAlarmsOnly ? NO_END : final;
  return readRows(em, recordRow, described(nextRecords(place, wanted)), [place.position, idIn(place), end, size]);
};

/** The next records of a node, in their order, also those that are not final yet. */
const recordsOfNode = async (
  em: EntityManager,
  place: Place,
  end: string,
  { wanted }: Sources,
  limit: number,
): Promise<ReadonlyArray<RecordRow>> => {
  const keys = await readRows(em, keyRow, keysOf(place, wanted), [place.position, idIn(place), end, limit]);
  if (keys.length === 0) return [];
  const idsOf = (...sources: ReadonlyArray<number>) =>
    keys.filter(({ source }) => sources.includes(source)).map(({ id }) => id);
  const actions = idsOf(4);
  const named = actions.length === 0 ? [] : await readRows(em, namedRow, NAMED, [actions]);
  const accounts = new Set([...keys, ...named].flatMap(({ account }) => (account === null ? [] : [account])));
  const columns = (['source', 'position', 'id', 'account'] as const).map((column) => keys.map((key) => key[column]));
  return readRows(em, recordRow, described(GIVEN, PARTS), [...columns, [...accounts], idsOf(2, 3, 6)]);
};

/** Reads the next records of all nodes of a cluster that are final. */
export const recordsOfNodes = async (
  em: EntityManager,
  { positions, isBehind: isLacking }: Nodes,
  places: ReadonlyArray<Place>,
  sources: Sources,
  size: number,
): Promise<ReadonlyArray<RecordRow>> => {
  if (isLacking) return [];
  const records: RecordRow[] = [];
  for (const [node, place] of places.entries())
    records.push(...(await recordsOfNode(em, place, positions[node]!.end, sources, size)));
  const merged = mergeByTime(records);
  const isOpen = ({ position }: RecordRow) => BigInt(position) >= BigInt(positions[nodeOf(position)]!.final);
  // What was committed behind a record that is not final yet comes behind it.
  const end = sources.isAlarmsOnly ? -1 : merged.findIndex(isOpen);
  return merged.slice(0, end < 0 ? size : Math.min(end, size));
};
