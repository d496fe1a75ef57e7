import type { Stored } from '@carryover/application/ports/store-failure';
import { nodeOf } from '@carryover/domain/seal';
import type { ChangeType } from '@carryover/domain/webhook';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { orNull } from '../../schema/stored-values.ts';
import { haveStayed, type Nodes, readNodes, SNAPSHOT_OF_NODES } from '../../sql/nodes.ts';
import { organisationIdOf } from '../../sql/organisation-names.ts';
import { query, readRow } from '../../sql/query.ts';
import { stored } from '../../sql/store-failure.ts';
import { type ServedChange, toChange, typeOf } from './cloud-events.ts';
import { readContent } from './content.ts';
import { BEGINNING, placesOf, toCursor } from './cursor.ts';
import { isKnown, readServer } from './positions.ts';
import { type RecordRow, recordsOfNodes, recordsOfServer } from './records.ts';
import { sourcesOf } from './sources.ts';

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
  select (select array_agg(id::text) from organisation where ($1::text is null or id = ${organisationIdOf('$1')} or id::text = $1)
            and ($2::uuid is null or id = $2)) as organisations,
         exists (select from import_supplier s
           where ($3::text is null or s.code = $3)
             and ($1::text is null or s.organisation_id = ${organisationIdOf('$1')} or s.organisation_id::text = $1)
             and ($2::uuid is null or s.organisation_id = $2)) as "hasSupplier"`;
const scopeRow = t.type({ organisations: orNull(t.array(t.string)), hasSupplier: t.boolean });

type Filter = (record: RecordRow) => boolean;

/** Returns which records a reader wants; null: all. */
const filterOf = async (
  em: EntityManager,
  { organisationId, organisation, supplier, types = null, since = null }: ChangesWanted,
): Promise<Filter | null | NoChanges> => {
  const isScoped = organisationId !== null || organisation !== null || supplier !== null;
  if (!isScoped && types === null && since === null) return null;
  const scope = isScoped ? (await readRow(em, scopeRow, SCOPE, [organisation, organisationId, supplier]))! : null;
  if (scope !== null && scope.organisations === null) return 'unknown_organisation';
  if (supplier !== null && scope?.hasSupplier === false) return 'unknown_supplier';
  return (record) =>
    (scope === null ||
      (record.organisationId !== null &&
        scope.organisations!.includes(record.organisationId) &&
        (supplier === null || record.supplierCode === supplier))) &&
    (types === null || types.includes(typeOf(record))) &&
    (since === null || record.time >= since);
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
  const isWanted = await filterOf(em, wanted);
  if (typeof isWanted === 'string') return isWanted;
  const { limit, types = null } = wanted;
  const most = isWanted === null ? limit : WINDOW;
  // One more, which says that more is ready.
  const size = most + 1;
  const sources = sourcesOf(types);
  const records =
    nodes === null
      ? await recordsOfServer(em, places[0]!, positions[0]!.final, sources, size)
      : await recordsOfNodes(em, nodes, places, sources, size);

  const chosen: RecordRow[] = [];
  let [items, bytes] = [0, 0];
  let isCut = false;
  for (const record of records.slice(0, most)) {
    if (isWanted?.(record) !== false) {
      items += record.itemCount;
      bytes += record.bytes;
      isCut = chosen.length === limit || (chosen.length > 0 && (items > MAX_ITEMS || bytes > MAX_BYTES));
      if (isCut) break;
      chosen.push(record);
    }
    places[nodeOf(record.position)] = record;
  }

  const content = await readContent(em, chosen);
  return {
    changes: chosen.map((record) => toChange(record, content)),
    next: toCursor(...places),
    caughtUp: !isCut && records.length <= most,
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
