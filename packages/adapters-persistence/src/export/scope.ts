import { NODE_POSITIONS, nodeOf } from '@carryover/domain/seal';
import * as t from 'io-ts';
import { BEGINNING, type Place, placesOf, toCursor } from '../queries/feed/cursor.ts';
import { isBehind } from '../queries/feed/records.ts';
import { SOURCES, TYPES } from '../queries/feed/sources.ts';
import { namesOrganisation } from '../sql/organisation-names.ts';
import { literal, type Snapshot } from '../sql/snapshot.ts';

/** The part of a supplier's data that an export has. */
export type ExportScope = {
  /** Of each node, the first commit position that is left out. One server is one node. */
  readonly ends: ReadonlyArray<string>;
  /** Only what came behind these places of the feed, at most one for each node; null: everything. */
  readonly after: ReadonlyArray<Place> | null;
  /** External account number; null: all accounts. */
  readonly account: string | null;
  readonly supplierCode: string;
  readonly organisationId: string;
};

type Ends = Pick<ExportScope, 'ends'>;
type Increment = Ends & { readonly after: ReadonlyArray<Place> };

const SUPPLIER = `current_setting('carryover.supplier')::uuid`;

const firstOf = (node: number): string => String(node * NODE_POSITIONS);

/** A condition for each node, which holds only for positions below those of the next one. */
const ofNodes = ({ ends }: Ends, position: string, conditionOf: (node: number, end: string) => string): string => {
  const each = ends.map((end, node) => {
    const below = node === ends.length - 1 ? '' : ` and ${position} < ${firstOf(node + 1)}`;
    return `${conditionOf(node, end)}${below}`;
  });
  return `(${each.join(' or ')})`;
};

/** The condition that a position is before the end. */
const isIn = (scope: Ends, position: string): string =>
  ofNodes(scope, position, (node, end) => `${position} >= ${firstOf(node)} and ${position} < ${end}`);

/** The condition that a position is not before the end, also of a node that was added since. */
const isOut = (scope: Ends, position: string): string => ofNodes(scope, position, (_, end) => `${position} >= ${end}`);

/** The condition that a change of a type is behind the places. */
const behind = (type: (typeof TYPES)[number], { ends, after }: Increment): string => {
  const source = TYPES.indexOf(type);
  return ofNodes({ ends }, SOURCES[source]!.position, (node) => {
    const place = after.find(({ position }) => nodeOf(position) === node) ?? { ...BEGINNING, position: firstOf(node) };
    return isBehind(SOURCES[source]!, source, place)
      .replaceAll('$1', () => literal(place.position))
      .replaceAll('$2', () => literal(place.id));
  });
};

/** The condition on accounts `a`. Those that were erased are never exported. */
export const known = (scope: ExportScope): string =>
  `a.supplier_id = ${SUPPLIER} and a.erased_at is null and ${isIn(scope, 'a.commit_position')}
   ${scope.account === null ? '' : `and a.external_account_number = ${literal(scope.account)}`}`;

/** The condition on operator actions that they change ledgers of the supplier. */
const ofLedgers = ({ organisationId, supplierCode }: ExportScope): string =>
  `${namesOrganisation('organisation', `${literal(organisationId)}::uuid`)} and supplier_code = ${literal(supplierCode)}
   and action like 'ledger %'`;

/** The condition on accounts `a` that they are in the file of accounts. */
export const wantedAccounts = (scope: ExportScope): string => {
  const { ends, after } = scope;
  if (after === null) return known(scope);
  const since = { ends, after };
  return `${known(scope)} and (
    ${behind('account.added', since)}
    or (${isIn(scope, 'a.promoted_position')} and ${behind('account.promoted', since)})
    or a.id in (select account_id from account_change
                where ${isIn(scope, 'commit_position')} and ${behind('account.changed', since)})
    or a.external_account_number in (
      select external_account_number from operator_action
      where ${ofLedgers(scope)}
        and ${isIn(scope, 'commit_position')} and ${behind('action', since)}))`;
};

/** The condition on items `t` of accounts `a`: their import is a wanted one. */
export const wantedItems = (scope: ExportScope): string => {
  const { ends, after } = scope;
  const imports =
    after === null
      ? // The imports that are not final yet are few: PostgreSQL lists them once.
        `t.import_id not in (
          select id from accepted_import where supplier_id = ${SUPPLIER} and ${isOut(scope, 'commit_position')})`
      : `(t.account_id, t.import_id) in (
          select account_id, id from accepted_import
          where supplier_id = ${SUPPLIER} and ${isIn(scope, 'commit_position')}
            and ${behind('import.accepted', { ends, after })})`;
  return `${known(scope)} and ${imports}`;
};

const LAST = SOURCES.map(
  ({ table, id, position, where }, source) => `(
    select ${source} as source, ${position}::text as position, ${id}::text as id from ${table}
    where ${position} >= $1::bigint and ${position} < $2::bigint and ${where}
    order by ${table}.${position} desc, ${table}.${id} desc limit 1)`,
).join(' union all ');
const placeRow = t.type({ source: t.number, position: t.string, id: t.string });

/** The cursor behind which the feed goes on from an export that ends at a commit position of each node. */
export const cursorBefore = async ({ read }: Snapshot, ends: ReadonlyArray<string>): Promise<string> => {
  const sql = `select * from (${LAST}) last order by position::bigint desc, source desc limit 1`;
  const places: Place[] = [];
  for (const [node, end] of ends.entries()) {
    const first = firstOf(node);
    places.push((await read(placeRow, sql, [first, end]))[0] ?? { ...BEGINNING, position: first });
  }
  return toCursor(...places);
};

const existsRow = t.type({ exists: t.boolean });

/** Returns the places of a cursor; null if it is none of this database. */
export const findPlaces = async (
  { read }: Snapshot,
  cursor: string,
  { length: nodes }: ReadonlyArray<string>,
): Promise<ReadonlyArray<Place> | null> => {
  const places = placesOf(cursor);
  for (const place of places ?? []) {
    if (nodeOf(place.position) >= nodes) return null;
    if (place.source === BEGINNING.source) continue;
    const source = SOURCES[place.source];
    if (source === undefined) return null;
    const sql = `select true as exists from ${source.table} where ${source.id} = $1::${source.idType} and ${source.position} = $2::bigint`;
    if ((await read(existsRow, sql, [place.id, place.position])).length === 0) return null;
  }
  return places;
};

// Each by a statement of its own: a cluster refuses a condition that asks two tables on several nodes (ADR 28).
const removedSince = (scope: ExportScope): ReadonlyArray<string> => [
  `import_undo u join account a on a.id = u.account_id
   where a.supplier_id = ${SUPPLIER} and ${isOut(scope, 'u.commit_position')}`,
  `account where supplier_id = ${SUPPLIER} and ${isOut(scope, 'erased_position')}`,
];
/** The changes of ledgers by operators that are not before the end. */
export const ledgerActionsSince = (scope: ExportScope): string =>
  `operator_action where ${ofLedgers(scope)} and ${isOut(scope, 'commit_position')}`;
const changedSince = (scope: ExportScope): ReadonlyArray<string> => [
  `account where supplier_id = ${SUPPLIER} and ${isOut(scope, 'promoted_position')}`,
  ledgerActionsSince(scope),
  `account_change c join account a on a.id = c.account_id
   where a.supplier_id = ${SUPPLIER} and ${isOut(scope, 'c.commit_position')}`,
];

/**
 * Returns true if the snapshot lacks something that was stored before the end: items that were removed since.
 *
 * @param withAccounts also what was changed of accounts counts.
 */
export const isPastEnd = async ({ read }: Snapshot, scope: ExportScope, withAccounts: boolean): Promise<boolean> => {
  for (const from of [...removedSince(scope), ...(withAccounts ? changedSince(scope) : [])])
    if ((await read(existsRow, `select true as exists from ${from} limit 1`)).length > 0) return true;
  return false;
};

const countRow = t.type({ count: t.number });

/** Counts what was removed behind the places: an export has no rows for that, and the feed tells it. */
export const readRemovedSince = async ({ read }: Snapshot, since: Increment) => {
  const count = async (from: string) => (await read(countRow, `select count(*)::int as count from ${from}`))[0]!.count;
  return {
    undone: await count(`import_undo where account_id in (select id from account where supplier_id = ${SUPPLIER})
      and ${isIn(since, 'commit_position')} and ${behind('import.undone', since)}`),
    erased: await count(`account where supplier_id = ${SUPPLIER}
      and ${isIn(since, 'erased_position')} and ${behind('account.erased', since)}`),
  };
};
