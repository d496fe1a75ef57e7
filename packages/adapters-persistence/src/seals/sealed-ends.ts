import { endOf, NODE_POSITIONS, type SealedEnds } from '@carryover/domain/seal';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { orNull } from '../schema/stored-values.ts';
import { readRows } from '../sql/query.ts';

const endRow = t.type({ node: t.number, end: orNull(t.string) });
const ENDS = `
  select node::int as node, (
    select max(to_position) from seal where to_position > node * ${NODE_POSITIONS} and to_position <= (node + 1) * ${NODE_POSITIONS}
  )::text as "end"
  from generate_series(0, (select (max(to_position) - 1) / ${NODE_POSITIONS} from seal)) node`;

/** Reads where the seals end: no row if there are none. */
export const readSealedEnds = async (em: EntityManager): Promise<SealedEnds> =>
  new Map(
    (await readRows(em, endRow, ENDS)).flatMap(({ node, end }) => (end === null ? [] : [[node, Number(end)] as const])),
  );

/** Returns SQL that limits a position to what has no seal. */
export const isUnsealed =
  (ends: SealedEnds) =>
  (position: string): string => {
    const last = Math.max(0, ...ends.keys());
    const ranges = Array.from({ length: last }, (_, node) => {
      const end = (node + 1) * NODE_POSITIONS;
      return `(${position} >= ${endOf(ends, node)} and ${position} < ${end})`;
    });
    return `(${[...ranges, `${position} >= ${endOf(ends, last)}`].join(' or ')})`;
  };
