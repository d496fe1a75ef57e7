import * as t from 'io-ts';
import { BEGINNING, type Place, placeOf, toCursor } from '../queries/feed/cursor.ts';
import { isBehind } from '../queries/feed/records.ts';
import { SOURCES, TYPES } from '../queries/feed/sources.ts';
import { literal, type Snapshot } from '../sql/snapshot.ts';

/** The part of a supplier's data that an export has. */
export type ExportScope = {
  /** Records at or behind this commit position are left out. */
  readonly final: string;
  /** Only what came behind this place of the feed; null: everything. */
  readonly after: Place | null;
  /** External account number; null: all accounts. */
  readonly account: string | null;
  readonly supplierCode: string;
  /** Name of the organisation. */
  readonly organisation: string;
};

const SUPPLIER = `current_setting('carryover.supplier')::uuid`;

/** The condition that a change of a type is behind a place. */
const behind = (type: (typeof TYPES)[number], place: Place): string => {
  const source = TYPES.indexOf(type);
  return `(${isBehind(SOURCES[source]!, source, place)
    .replaceAll('$1', () => literal(place.position))
    .replaceAll('$2', () => literal(place.id))})`;
};

/** The condition on accounts `a`. Those that were erased are never exported. */
const known = ({ final, account }: ExportScope): string =>
  `a.supplier_id = ${SUPPLIER} and a.erased_at is null and a.commit_position < ${final}
   ${account === null ? '' : `and a.external_account_number = ${literal(account)}`}`;

/** The condition on accounts `a` that they are in the file of accounts. */
export const wantedAccounts = (scope: ExportScope): string => {
  const { final, after, supplierCode, organisation } = scope;
  if (after === null) return known(scope);
  return `${known(scope)} and (
    ${behind('account.added', after)}
    or (a.promoted_position < ${final} and ${behind('account.promoted', after)})
    or a.id in (select account_id from account_change where commit_position < ${final} and ${behind('account.changed', after)})
    or a.external_account_number in (
      select external_account_number from operator_action
      where organisation = ${literal(organisation)} and supplier_code = ${literal(supplierCode)} and action like 'ledger %'
        and commit_position < ${final} and ${behind('action', after)}))`;
};

/** The condition on items `t` of accounts `a`: their import is a wanted one. */
export const wantedItems = (scope: ExportScope): string => {
  const { final, after } = scope;
  const imports =
    after === null
      ? // The imports that are not final yet are few: PostgreSQL lists them once.
        `t.import_id not in (select id from accepted_import where supplier_id = ${SUPPLIER} and commit_position >= ${final})`
      : `(t.account_id, t.import_id) in (
          select account_id, id from accepted_import
          where supplier_id = ${SUPPLIER} and commit_position < ${final} and ${behind('import.accepted', after)})`;
  return `${known(scope)} and ${imports}`;
};

const LAST = SOURCES.map(
  ({ table, id, position, where }, source) => `(
    select ${source} as source, ${position}::text as position, ${id}::text as id from ${table}
    where ${position} < $1::bigint and ${where} order by ${table}.${position} desc, ${table}.${id} desc limit 1)`,
).join(' union all ');
const placeRow = t.type({ source: t.number, position: t.string, id: t.string });

/** The cursor behind which the feed goes on from an export that ends at a commit position. */
export const cursorBefore = async ({ read }: Snapshot, final: string): Promise<string> => {
  const sql = `select * from (${LAST}) last order by position::bigint desc, source desc limit 1`;
  return toCursor((await read(placeRow, sql, [final]))[0] ?? BEGINNING);
};

const existsRow = t.type({ exists: t.boolean });

/** Returns the place of a cursor; null if it is none of this database. */
export const findPlace = async ({ read }: Snapshot, cursor: string): Promise<Place | null> => {
  const place = placeOf(cursor);
  if (place === null || place.source === BEGINNING.source) return place;
  const { table, id, idType, position } = SOURCES[place.source]!;
  const sql = `select true as exists from ${table} where ${id} = $1::${idType} and ${position} = $2::bigint`;
  return (await read(existsRow, sql, [place.id, place.position])).length > 0 ? place : null;
};

const REMOVED = `
  select exists (select from import_undo u join account a on a.id = u.account_id
           where u.commit_position >= $1::bigint and a.supplier_id = ${SUPPLIER})
      or exists (select from account where supplier_id = ${SUPPLIER} and erased_position >= $1::bigint) as exists`;
const CHANGED = `
  select exists (select from account where supplier_id = ${SUPPLIER} and promoted_position >= $1::bigint)
      or exists (select from operator_action where organisation = $2 and supplier_code = $3 and commit_position >= $1::bigint
           and action like 'ledger %')
      or exists (select from account_change c join account a on a.id = c.account_id
           where c.commit_position >= $1::bigint and a.supplier_id = ${SUPPLIER}) as exists`;

/**
 * Returns true if the snapshot lacks something that was stored before a commit position: items that were removed since.
 *
 * @param withAccounts also what was changed of accounts counts.
 */
export const isPastEnd = async (
  { read }: Snapshot,
  { final, organisation, supplierCode }: ExportScope,
  withAccounts: boolean,
): Promise<boolean> => {
  if ((await read(existsRow, REMOVED, [final]))[0]!.exists) return true;
  return withAccounts && (await read(existsRow, CHANGED, [final, organisation, supplierCode]))[0]!.exists;
};

const removedRow = t.type({ undone: t.number, erased: t.number });

/** Counts what was removed behind a place: an export has no rows for that, and the feed tells it. */
export const readRemovedSince = async ({ read }: Snapshot, place: Place, final: string) => {
  const sql = `
    select (select count(*)::int from import_undo
             where account_id in (select id from account where supplier_id = ${SUPPLIER})
               and commit_position < ${final} and ${behind('import.undone', place)}) as undone,
           (select count(*)::int from account
             where supplier_id = ${SUPPLIER} and erased_position < ${final} and ${behind('account.erased', place)}) as erased`;
  return (await read(removedRow, sql))[0]!;
};
