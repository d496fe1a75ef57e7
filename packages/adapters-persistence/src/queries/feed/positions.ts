import type { Stored } from '@carryover/application/ports/store-failure';
import type { FindWebhookPlace } from '@carryover/application/ports/webhooks';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { firstIdOf } from '../../schema/record-ids.ts';
import { dialectOf } from '../../sql/dialect.ts';
import { newestOf, ONE_NODE, readFinalPositions, readNodes } from '../../sql/nodes.ts';
import { readRow } from '../../sql/query.ts';
import { stored } from '../../sql/store-failure.ts';
import { BEGINNING, type Place, toCursor } from './cursor.ts';
import { ALARMS, ALL_SOURCES } from './sources.ts';

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

/** What is final on one server. */
export const readServer = async (em: EntityManager) => {
  const { final, newest } = (await readRow(em, newestRow, NEWEST))!;
  return { positions: [{ ...ONE_NODE, final }], newest };
};

/** Returns false if a place is ahead of the database. */
export const isKnown = async (em: EntityManager, { position, source, id }: Place, final: string): Promise<boolean> => {
  if (source === BEGINNING.source) return BigInt(position) <= BigInt(final);
  // Records are never removed: one that is not there was committed after the backup that this database was restored from.
  return (await readRow(em, t.type({ exists: t.boolean }), EXISTS[source]!, [id, position])) !== null;
};

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
