import type { Stored } from '@carryover/application/ports/store-failure';
import type { FindWebhookPlace } from '@carryover/application/ports/webhooks';
import { ALARM_KINDS } from '@carryover/domain/alarm';
import { ALARM_TYPES, type ChangeType, isAlarmType } from '@carryover/domain/webhook';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { firstIdOf } from '../schema/record-ids.ts';
import { ITEM_IDENTIFIERS, storedItems } from '../schema/stored-items.ts';
import { moment, oneOf, orNull } from '../schema/stored-values.ts';
import { CITUS, dialectOf } from '../sql/dialect.ts';
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

export const toCursor = ({ position, source, id }: Place): string =>
  Buffer.from(JSON.stringify([position, source, id])).toString('base64url');

/** Returns the place that a cursor names; null if it is not one. */
export const placeOf = (cursor: string): Place | null => {
  try {
    const [position, source, id, ...rest]: ReadonlyArray<unknown> = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    );
    const place = { position, source, id } as Place;
    // Written again, it must be the same text: a cursor has one form.
    if (rest.length > 0 || typeof position !== 'string' || typeof id !== 'string' || toCursor(place) !== cursor)
      return null;
    if (source === BEGINNING.source) return POSITION.test(position) && id === '' ? place : null;
    const of = ALL_SOURCES[source as number];
    const isPlace = of !== undefined && POSITION.test(position) && ID[of.idType].test(id);
    return isPlace && (of.idType === 'uuid' || BigInt(id) < 2n ** 63n) ? place : null;
  } catch {
    return null;
  }
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

const described = (place: Place, wanted: ReadonlySet<Source>): string => `
  select r.source, r.position::text as position, r.id, r.account_id::text as "accountId",
         s.organisation_id as "organisationId", s.code as "supplierCode",
         coalesce(a.external_account_number, o.external_account_number) as "externalAccountNumber",
         coalesce(a.service_account_number, oa.service_account_number) as "serviceAccountNumber",
         a.status, to_json(case r.source when 0 then a.created_at when 1 then a.promoted_at when 5 then a.erased_at when 2 then i.received_at
           when 3 then u.undone_at when 6 then c.changed_at when ${BEGAN} then l.began_at when ${ENDED} then l.ended_at
           else o.performed_at end)#>>'{}' as time,
         coalesce(a.promoted_position > r.position, false) as "isPromotedLater", a.erased_at is not null as "isErased", i.endpoint, coalesce(i.item_count, 0) as "itemCount",
         coalesce(octet_length(i.payload), 0) as bytes, u.import_id is not null as "isUndone", u.reason,
         o.action, o.ledger_number as "ledgerNumber", o.before, o.after, l.kind as alarm, l.details, to_json(l.began_at)#>>'{}' as "beganAt"
  from (${nextRecords(place, wanted)}) r
  left join account a on a.id = r.account_id
  left join accepted_import i on r.source in (2, 3) and i.account_id = r.account_id and i.id = r.uuid
  left join import_undo u on r.source in (2, 3) and u.account_id = r.account_id and u.import_id = r.uuid
  left join account_change c on r.source = 6 and c.account_id = r.account_id and c.id = r.uuid
  left join operator_action o on r.source = 4 and o.id = r.uuid
  left join alarm l on r.source in (${BEGAN}, ${ENDED}) and l.id = r.uuid
  left join organisation g on g.name = o.organisation
  left join import_supplier s on case when r.source = 4 then s.organisation_id = g.id and s.code = o.supplier_code
    when r.source in (${BEGAN}, ${ENDED}) then s.id = l.supplier_id else s.id = a.supplier_id end
  left join account oa on oa.supplier_id = s.id and oa.external_account_number = o.external_account_number
  order by r.position, r.source, r.key`;

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
  select import_id as id, json_agg(item order by place, key) as values from (${storedItems(OF_IMPORTS)}) stored group by import_id`;
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

/** A CloudEvents 1.0 object (decisions 18). */
export type Change = {
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

type Content = { readonly ledgers: Values; readonly items: Values; readonly removed: Values };

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

const dataOf = (record: RecordRow, { ledgers, items, removed }: Content): Pick<Change, 'type' | 'data'> => {
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
    const of = (record.isUndone ? removed : items).get(record.id) ?? [];
    return { type, data: { ...about, items: type === 'import.accepted' ? of : of.map(identifiers) } };
  }
  const status = record.isPromotedLater ? 'STAGED' : record.status;
  return {
    type,
    data: { ...named, service_account_number: number, status, ledgers: ledgers.get(record.accountId!) ?? [] },
  };
};

const toChange = (record: RecordRow, content: Content): Change => {
  const { type, data } = dataOf(record, content);
  const { organisationId, supplierCode, serviceAccountNumber: subject } = record;
  return {
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
  readonly changes: ReadonlyArray<Change>;
  readonly next: string;
  readonly caughtUp: boolean;
  /** The position of the newest change of all that is final. */
  readonly newest: string;
};

/** Why there is no page. */
export type NoChanges = 'invalid_cursor' | 'unsupported' | 'unknown_organisation' | 'unknown_supplier';

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

/** Returns the position of the newest change that is final: nothing that is committed from now on comes before it. */
export const readNewestChange = (em: EntityManager): Stored<string> =>
  stored(async () => (await readRow(em, newestRow, NEWEST))!.newest);

/**
 * The sources that a reader gets. Alarms are written by one process at a time, so that their positions are in the order of their
 * commits: a reader of nothing else need not wait until they are final, and learns that an open transaction holds back the feed.
 */
const sourcesOf = (types: ReadonlyArray<ChangeType> | null) => {
  const isAlarmsOnly = types?.every(isAlarmType) === true;
  const alarms = types?.some(isAlarmType) === true ? ALARMS : [];
  return { isAlarmsOnly, wanted: new Set([...(isAlarmsOnly ? [] : SOURCES), ...alarms]) };
};
const NO_END = String(2n ** 62n);

const read = async (em: EntityManager, wanted: ChangesWanted): Promise<ChangesPage | NoChanges> => {
  const place = wanted.after === null ? BEGINNING : placeOf(wanted.after);
  if (place === null) return 'invalid_cursor';
  if ((await dialectOf(em)) === CITUS) return 'unsupported';
  const { final, newest } = (await readRow(em, newestRow, NEWEST))!;
  if (place.source === BEGINNING.source) {
    if (BigInt(place.position) > BigInt(final)) return 'invalid_cursor';
  } else {
    // Records are never removed: one that is not there was committed after the backup that this database was restored from.
    const known = await readRow(em, t.type({ exists: t.boolean }), EXISTS[place.source]!, [place.id, place.position]);
    if (known === null) return 'invalid_cursor';
  }
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
  const end = sources.isAlarmsOnly ? NO_END : final;
  const parameters = [place.position, place.source < 0 ? '' : place.id, end, size];
  const records = await readRows(em, recordRow, described(place, sources.wanted), parameters);

  const chosen: RecordRow[] = [];
  let [last, items, bytes]: [RecordRow | null, number, number] = [null, 0, 0];
  let isCut = false;
  for (const record of records) {
    if (isWanted(record)) {
      items += record.itemCount;
      bytes += record.bytes;
      isCut = chosen.length === limit || (chosen.length > 0 && (items > MAX_ITEMS || bytes > MAX_BYTES));
      if (isCut) break;
      chosen.push(record);
    }
    last = record;
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
    items: await valuesOf(em, STORED, accountsOf(kept), idsOf(kept)),
    removed: await valuesOf(em, REMOVED, accountsOf(undone), idsOf(undone)),
  };
  return {
    changes: chosen.map((record) => toChange(record, content)),
    next: toCursor(last ?? place),
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
    stored(() =>
      orm.em.fork().transactional(async (em) => {
        await query(em, 'set transaction isolation level repeatable read, read only');
        return read(em, wanted);
      }),
    );

/** A change is committed at most this long after its time: a request, or a command's transaction, takes no longer. */
const SETTLED_AFTER_MS = 300_000;

const POSITION_BEFORE = `
  select commit_position::text as position from accepted_import where id < $1 order by id desc limit 1`;
const FINAL = 'select final_position()::text as position';

/** Finds the place of changes that are new, or one from which all changes of a time and later follow. */
export const findPlace =
  (em: EntityManager): FindWebhookPlace =>
  (from) =>
    stored(async () => {
      if ((await dialectOf(em)) === CITUS) return null;
      const found = await (from === 'now'
        ? readRow(em, t.type({ position: t.string }), FINAL)
        : readRow(em, t.type({ position: t.string }), POSITION_BEFORE, [firstIdOf(from.getTime() - SETTLED_AFTER_MS)]));
      const { position } = found ?? BEGINNING;
      return { cursor: toCursor({ ...BEGINNING, position }), changesSince: from === 'now' ? null : from };
    });
