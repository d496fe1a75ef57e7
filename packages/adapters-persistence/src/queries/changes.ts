import type { Stored } from '@carryover/application/ports/store-failure';
import type { FindWebhookPlace } from '@carryover/application/ports/webhooks';
import { ALARM_KINDS } from '@carryover/domain/alarm';
import { nodeOf } from '@carryover/domain/seal';
import { ALARM_TYPES, type ChangeType, isAlarmType } from '@carryover/domain/webhook';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { firstIdOf } from '../schema/record-ids.ts';
import { ITEM_IDENTIFIERS, storedItems } from '../schema/stored-items.ts';
import { moment, oneOf, orNull } from '../schema/stored-values.ts';
import { dialectOf } from '../sql/dialect.ts';
import {
  haveStayed,
  mergeByTime,
  type Nodes,
  newestOf,
  ONE_NODE,
  readFinalPositions,
  readNodes,
  SNAPSHOT_OF_NODES,
} from '../sql/nodes.ts';
import { query, readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

/** The operator actions that are changes, by the type of the change. */
const ACTIONS = {
  'ledger open-period': 'ledger.period_opened',
  'ledger close-period': 'ledger.period_closed',
  'ledger finalize': 'ledger.finalized',
  'supplier pause': 'supplier.status_changed',
  'supplier resume': 'supplier.status_changed',
  'supplier complete': 'supplier.status_changed',
} as const;

export const TYPES = [
  'account.added',
  'account.promoted',
  'import.accepted',
  'import.undone',
  'action',
  'account.erased',
  'account.changed',
] as const;

type Source = {
  readonly table: string;
  readonly position: string;
  /** The column that identifies a record, and its type. */
  readonly id: string;
  readonly idType: 'bigint' | 'uuid';
  readonly account: string;
  readonly where: string;
};

const account = { table: 'account', id: 'id', idType: 'bigint', account: 'id' } as const;
const ofAccount = (table: string, id: string): Source => ({
  ...{ table, id, idType: 'uuid', account: 'account_id', position: 'commit_position', where: 'true' },
});

/** The records that are changes, in the order of {@link TYPES}. They are the feed: nothing is stored for it (decisions 18). */
export const SOURCES: ReadonlyArray<Source> = [
  { ...account, position: 'commit_position', where: 'true' },
  { ...account, position: 'promoted_position', where: 'true' },
  ofAccount('accepted_import', 'id'),
  ofAccount('import_undo', 'import_id'),
  {
    table: 'operator_action',
    position: 'commit_position',
    id: 'id',
    idType: 'uuid',
    account: 'null::bigint',
    where: `action in (${Object.keys(ACTIONS).map((action) => `'${action}'`)}) and before is distinct from after
      and (external_account_number is not null or before->'status' is distinct from after->'status')`,
  },
  { ...account, position: 'erased_position', where: 'true' },
  ofAccount('account_change', 'id'),
];

/** Alarms, behind the records that are changes: only webhooks that name them get them. */
const ALARMS: ReadonlyArray<Source> = ['commit_position', 'ended_position'].map((position) => ({
  ...{ table: 'alarm', position, id: 'id', idType: 'uuid', account: 'null::bigint' },
  where: position === 'commit_position' ? 'true' : 'ended_at is not null',
}));
const [BEGAN, ENDED] = [SOURCES.length, SOURCES.length + 1];
const ALL_SOURCES = [...SOURCES, ...ALARMS];
const ALL_TYPES = [...TYPES, ...ALARM_TYPES];

/** The place of a change: the position of its transaction, its source, and its record. */
export type Place = { readonly position: string; readonly source: number; readonly id: string };

export const BEGINNING: Place = { position: '0', source: -1, id: '' };
const POSITION = /^\d{1,18}$/;
const ID = { bigint: /^\d{1,19}$/, uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ } as const;

/** @param places that of one server; or one for each node of a cluster. */
export const toCursor = (...places: ReadonlyArray<Place>): string => {
  const values = places.map(({ position, source, id }) => [position, source, id]);
  return Buffer.from(JSON.stringify(values.length === 1 ? values[0] : values)).toString('base64url');
};

const isPlace = ({ position, source, id }: Place): boolean => {
  if (typeof position !== 'string' || typeof id !== 'string' || !POSITION.test(position)) return false;
  if (source === BEGINNING.source) return id === '';
  const of = ALL_SOURCES[source];
  return of !== undefined && ID[of.idType].test(id) && (of.idType === 'uuid' || BigInt(id) < 2n ** 63n);
};

/** Returns the places that a cursor names, at most one for each node; null if it is not one. */
const placesOf = (cursor: string): ReadonlyArray<Place> | null => {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const values: ReadonlyArray<ReadonlyArray<unknown>> = Array.isArray(value[0]) ? value : [value];
    const places = values.map(([position, source, id]) => ({ position, source, id }) as Place);
    const nodes = new Set(places.map(({ position }) => nodeOf(position)));
    // Written again, it must be the same text: a cursor has one form.
    return places.every(isPlace) && nodes.size === places.length && toCursor(...places) === cursor ? places : null;
  } catch {
    return null;
  }
};

/** Returns the place that a cursor of one server names; null if it is not one. */
export const placeOf = (cursor: string): Place | null => {
  const places = placesOf(cursor);
  return places?.length === 1 ? places[0]! : null;
};

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
  left join organisation g on g.name = o.organisation
  left join import_supplier s on case when r.source = 4 then s.organisation_id = g.id and s.code = o.supplier_code
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
type RecordRow = t.TypeOf<typeof recordRow>;

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

const LEDGERS = `
  select l.account_id::text as id, json_agg(json_build_object(
           'ledger_number', l.ledger_number, 'ledger_code', l.ledger_code, 'main', l.is_main,
           'open_statement', case when p.is_open then json_build_object('from', p.from_date, 'to', p.to_date) end,
           'has_finalized_billing_document', l.has_finalized_billing_document) order by l.ledger_number) as values
  from ledger l
  left join statement_period p on p.account_id = l.account_id and p.ledger_number = l.ledger_number and p.is_open
  where l.account_id = any($1::bigint[]) group by l.account_id`;

const OF_IMPORTS = 'account_id = any($1::bigint[]) and import_id = any($2::uuid[])';
const STORED = `
  select import_id as id, '[' || string_agg(item, ',' order by place, key) || ']' as text
  from (${storedItems(OF_IMPORTS)}) stored group by account_id, import_id`;
const REMOVED = `select import_id as id, items as values from import_undo where ${OF_IMPORTS}`;

const valuesRow = t.type({ id: t.string, values: t.array(t.record(t.string, t.unknown)) });
type Values = ReadonlyMap<string, ReadonlyArray<Readonly<Record<string, unknown>>>>;

const valuesOf = async (
  em: EntityManager,
  sql: string,
  accounts: ReadonlyArray<string>,
  imports?: ReadonlyArray<string>,
): Promise<Values> => {
  if (accounts.length === 0) return new Map();
  const parameters = imports === undefined ? [accounts] : [accounts, imports];
  return new Map((await readRows(em, valuesRow, sql, parameters)).map(({ id, values }) => [id, values]));
};

const itemsRow = t.type({ id: t.string, text: t.string });

/** Reads the items of imports as JSON texts. */
const itemsOf = async (
  em: EntityManager,
  accounts: ReadonlyArray<string>,
  imports: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, string>> =>
  imports.length === 0
    ? new Map()
    : new Map((await readRows(em, itemsRow, STORED, [accounts, imports])).map(({ id, text }) => [id, text]));

/** A CloudEvents 1.0 object (decisions 18). */
type Change = {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: ChangeType;
  readonly time: string;
  readonly subject?: string;
  readonly data: Readonly<Record<string, unknown>>;
};

const identifiers = (item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(ITEM_IDENTIFIERS.filter((name) => name in item).map((name) => [name, item[name]]));

type Content = { readonly ledgers: Values; readonly items: ReadonlyMap<string, string>; readonly removed: Values };

const typeOf = ({ source, action }: RecordRow): ChangeType => {
  const type = ALL_TYPES[source]!;
  return type === 'action' ? ACTIONS[action as keyof typeof ACTIONS] : type;
};

const ofAction = ({ action, externalAccountNumber, ledgerNumber, before, after }: RecordRow) => {
  const type = ACTIONS[action as keyof typeof ACTIONS];
  if (type === 'supplier.status_changed')
    return { type, data: { from: before?.status, to: after?.status, proven: after?.proven === true } };
  const period = (type === 'ledger.period_closed' ? before : after)?.open_statement ?? null;
  return { type, data: { external_account_number: externalAccountNumber, ledger_number: ledgerNumber, period } };
};

const ofAlarm = ({ id, source, alarm, details, beganAt, time }: RecordRow) => ({
  ...{ alarm_id: id, alarm, began_at: beganAt!.toISOString() },
  ...(ALL_TYPES[source] === 'alarm.ended' ? { ended_at: time.toISOString() } : {}),
  details,
});

/** The data of a change, without the items of an import that is in effect. */
const dataOf = (record: RecordRow, { ledgers, removed }: Content): Pick<Change, 'type' | 'data'> => {
  const type = ALL_TYPES[record.source]!;
  if (type === 'action') return ofAction(record);
  if (isAlarmType(type)) return { type, data: ofAlarm(record) };
  const number = record.serviceAccountNumber;
  if (type === 'account.erased') return { type, data: { service_account_number: number } };
  const named = { external_account_number: record.externalAccountNumber };
  if (type === 'import.accepted' || type === 'import.undone') {
    const about =
      type === 'import.accepted'
        ? { import_id: record.id, endpoint: record.endpoint, ...named }
        : { import_id: record.id, ...named, reason: record.reason };
    if (record.isErased === true) return { type, data: { ...about, items: null, erased: true } };
    if (!record.isUndone) return { type, data: about };
    const of = removed.get(record.id) ?? [];
    return { type, data: { ...about, items: type === 'import.accepted' ? of : of.map(identifiers) } };
  }
  const status = record.isPromotedLater ? 'STAGED' : record.status;
  return {
    type,
    data: { ...named, service_account_number: number, status, ledgers: ledgers.get(record.accountId!) ?? [] },
  };
};

/** A change as JSON, and what its readers ask of it. */
type ServedChange = Pick<Change, 'id' | 'time'> & { readonly text: string };

const toChange = (record: RecordRow, content: Content): ServedChange => {
  const { type, data } = dataOf(record, content);
  const { organisationId, supplierCode, serviceAccountNumber: subject } = record;
  const change: Change = {
    specversion: '1.0',
    id: `${type}/${record.id}`,
    // An alarm without a supplier is of the database as a whole.
    source:
      supplierCode === null ? '/' : `/organisations/${organisationId}/suppliers/${encodeURIComponent(supplierCode)}`,
    type,
    time: record.time.toISOString(),
    ...(subject === null ? {} : { subject }),
    data,
  };
  const { id, time } = change;
  const text = JSON.stringify(change);
  if (type !== 'import.accepted' || 'items' in data) return { id, time, text };
  // The items are JSON already, as PostgreSQL made it: to read and to write it again costs more than the rest of a page.
  return { id, time, text: `${text.slice(0, -2)},"items":${content.items.get(record.id) ?? '[]'}}}` };
};

/** Bounds of a page: the items and the stored bytes of its imports, of which it has one at least. */
const MAX_ITEMS = 20_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Records that are read for a page of some of them only. */
const WINDOW = 1_000;

type ChangesWanted = {
  /** null: from the beginning. */
  readonly after: string | null;
  readonly limit: number;
  /** The only organisation that the reader may see; null: all. */
  readonly organisationId: string | null;
  /** Name or id. */
  readonly organisation: string | null;
  readonly supplier: string | null;
  /** Only changes of these types, and of this time or later. */
  readonly types?: ReadonlyArray<ChangeType> | null;
  readonly since?: Date | null;
};

export type ChangesPage = {
  readonly changes: ReadonlyArray<ServedChange>;
  readonly next: string;
  readonly caughtUp: boolean;
  /** The position of the newest change of all that is final. */
  readonly newest: string;
};

/** Why there is no page. */
export type NoChanges = 'invalid_cursor' | 'unknown_organisation' | 'unknown_supplier';

const SCOPE = `
  select (select array_agg(id::text) from organisation where ($1::text is null or name = $1 or id::text = $1)
            and ($2::uuid is null or id = $2)) as organisations,
         exists (select from import_supplier s join organisation o on o.id = s.organisation_id
           where ($3::text is null or s.code = $3) and ($1::text is null or o.name = $1 or o.id::text = $1)
             and ($2::uuid is null or o.id = $2)) as "hasSupplier"`;
const scopeRow = t.type({ organisations: orNull(t.array(t.string)), hasSupplier: t.boolean });

const EXISTS = ALL_SOURCES.map(
  ({ table, id, idType, position }) =>
    `select true as exists from ${table} where ${id} = $1::${idType} and ${position} = $2::bigint`,
);

const NEWEST = `
  select final.position::text as final, greatest(0, ${ALL_SOURCES.map((source) => {
    const { table, position } = source;
    const isFinal = ALARMS.includes(source) ? `${position} is not null` : `${position} < final.position`;
    return `(select ${position} from ${table} where ${isFinal} order by ${position} desc limit 1)`;
  })})::text as newest
  from (select final_position() as position) final`;
const newestRow = t.type({ final: t.string, newest: t.string });

/** Returns a text that is another one once a newer change is final; on a cluster, once anything newer is. */
export const readNewestChange = (em: EntityManager): Stored<string> =>
  stored(async () =>
    (await dialectOf(em)).hasOneOrder
      ? (await readRow(em, newestRow, NEWEST))!.newest
      : newestOf(await readFinalPositions(em)),
  );

/**
 * The sources that a reader gets. Alarms are written by one process at a time, so that their positions are in the order of their
 * commits: a reader of nothing else need not wait until they are final, and learns that an open transaction holds back the feed.
 */
type Sources = { readonly isAlarmsOnly: boolean; readonly wanted: ReadonlySet<Source> };
const sourcesOf = (types: ReadonlyArray<ChangeType> | null): Sources => {
  const isAlarmsOnly = types?.every(isAlarmType) === true;
  const alarms = types?.some(isAlarmType) === true ? ALARMS : [];
  return { isAlarmsOnly, wanted: new Set([...(isAlarmsOnly ? [] : SOURCES), ...alarms]) };
};
const NO_END = String(2n ** 62n);

/** Returns false if a place is ahead of the database. */
const isKnown = async (em: EntityManager, { position, source, id }: Place, final: string): Promise<boolean> => {
  if (source === BEGINNING.source) return BigInt(position) <= BigInt(final);
  // Records are never removed: one that is not there was committed after the backup that this database was restored from.
  return (await readRow(em, t.type({ exists: t.boolean }), EXISTS[source]!, [id, position])) !== null;
};

const idIn = ({ source, id }: Place): string => (source === BEGINNING.source ? '' : id);

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
const recordsOfNodes = async (
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

/** What is final on one server. */
const readServer = async (em: EntityManager) => {
  const { final, newest } = (await readRow(em, newestRow, NEWEST))!;
  return { positions: [{ ...ONE_NODE, final }], newest };
};

/** @param nodes of a cluster, read before; null: of one server. */
const read = async (
  em: EntityManager,
  wanted: ChangesWanted,
  nodes: Nodes | null,
): Promise<ChangesPage | NoChanges> => {
  const after = wanted.after === null ? [] : placesOf(wanted.after);
  if (after === null) return 'invalid_cursor';
  const { positions, newest } = nodes ?? (await readServer(em));
  for (const place of after) {
    const node = positions[nodeOf(place.position)];
    if (node === undefined || !(await isKnown(em, place, node.final))) return 'invalid_cursor';
  }
  const places = positions.map(
    ({ first }, node) => after.find(({ position }) => nodeOf(position) === node) ?? { ...BEGINNING, position: first },
  );
  const { organisationId, organisation, supplier, limit, types = null, since = null } = wanted;
  const isScoped = organisationId !== null || organisation !== null || supplier !== null;
  const isFiltered = isScoped || types !== null || since !== null;
  const scope = isScoped ? (await readRow(em, scopeRow, SCOPE, [organisation, organisationId, supplier]))! : null;
  if (scope !== null && scope.organisations === null) return 'unknown_organisation';
  if (supplier !== null && scope?.hasSupplier === false) return 'unknown_supplier';
  const isWanted = (record: RecordRow): boolean =>
    (scope === null ||
      (record.organisationId !== null &&
        scope.organisations!.includes(record.organisationId) &&
        (supplier === null || record.supplierCode === supplier))) &&
    (types === null || types.includes(typeOf(record))) &&
    (since === null || record.time >= since);

  const size = isFiltered ? WINDOW : limit;
  const sources = sourcesOf(types);
  const [place, { final }] = [places[0]!, positions[0]!];
  const end = sources.isAlarmsOnly ? NO_END : final;
  const records =
    nodes === null
      ? await readRows(em, recordRow, described(nextRecords(place, sources.wanted)), [
          place.position,
          idIn(place),
          end,
          size,
        ])
      : await recordsOfNodes(em, nodes, places, sources, size);

  const chosen: RecordRow[] = [];
  let [items, bytes] = [0, 0];
  let isCut = false;
  for (const record of records) {
    if (isWanted(record)) {
      items += record.itemCount;
      bytes += record.bytes;
      isCut = chosen.length === limit || (chosen.length > 0 && (items > MAX_ITEMS || bytes > MAX_BYTES));
      if (isCut) break;
      chosen.push(record);
    }
    places[nodeOf(record.position)] = record;
  }

  const of = (sources: ReadonlyArray<number>, isUndone?: boolean) =>
    chosen.filter(
      (record) => sources.includes(record.source) && (isUndone === undefined || record.isUndone === isUndone),
    );
  const accountsOf = (rows: ReadonlyArray<RecordRow>) => [...new Set(rows.map(({ accountId }) => accountId!))];
  const idsOf = (rows: ReadonlyArray<RecordRow>) => rows.map(({ id }) => id);
  const [accounts, kept, undone] = [of([0, 1, 6]), of([2], false), of([2, 3], true)];
  const content: Content = {
    ledgers: await valuesOf(em, LEDGERS, accountsOf(accounts)),
    items: await itemsOf(em, accountsOf(kept), idsOf(kept)),
    removed: await valuesOf(em, REMOVED, accountsOf(undone), idsOf(undone)),
  };
  return {
    changes: chosen.map((record) => toChange(record, content)),
    next: toCursor(...places),
    caughtUp: !isCut && records.length < size,
    newest,
  };
};

/**
 * Reads the changes after a cursor that are final, in the order of their commits (decisions 18): at most `limit`, fewer if their
 * items are many or large.
 *
 * Records of a transaction that is still open are not passed: nothing is served behind the first position that is not final.
 */
export const readChanges =
  (orm: MikroORM) =>
  (wanted: ChangesWanted): Stored<ChangesPage | NoChanges> =>
    stored(async () => {
      for (;;) {
        const nodes = await readNodes(orm.em);
        const page = await orm.em.fork().transactional(async (em) => {
          await query(em, 'set transaction isolation level repeatable read, read only');
          if (nodes !== null) for (const sql of SNAPSHOT_OF_NODES) await query(em, sql);
          return read(em, wanted, nodes);
        });
        // What was read while a shard moved is read again.
        if (nodes === null || (await haveStayed(orm.em, nodes))) return page;
      }
    });

/** A change is committed at most this long after its time: a request, or a command's transaction, takes no longer. */
const SETTLED_AFTER_MS = 300_000;

const POSITION_BEFORE = `
  select commit_position::text as position from accepted_import
  where id < $1 and commit_position >= $2::bigint and commit_position < $3::bigint order by id desc limit 1`;

/** Finds the place of changes that are new, or one from which all changes of a time and later follow. */
export const findPlace =
  (em: EntityManager): FindWebhookPlace =>
  (from) =>
    stored(async () => {
      const { positions } = (await readNodes(em)) ?? (await readServer(em));
      const places: Place[] = [];
      for (const { first, end, final } of positions) {
        const before =
          from === 'now'
            ? { position: final }
            : await readRow(em, t.type({ position: t.string }), POSITION_BEFORE, [
                firstIdOf(from.getTime() - SETTLED_AFTER_MS),
                first,
                end,
              ]);
        places.push({ ...BEGINNING, position: before?.position ?? first });
      }
      return { cursor: toCursor(...places), changesSince: from === 'now' ? null : from };
    });
