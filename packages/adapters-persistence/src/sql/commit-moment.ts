import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { POSITION_BEHIND_LOCKS } from '../schema/commit-position.ts';
import { readRow, readRows } from './query.ts';

const NOW = `select to_json(now())#>>'{}' as now`;

/** Returns the time of the database as a value: a cluster changes no rows by functions that are not immutable (ADR 28). */
export const readNow = async (em: EntityManager): Promise<string> =>
  (await readRow(em, t.type({ now: t.string }), NOW))!.now;

const MOMENT = `select to_json(clock_timestamp())#>>'{}' as now, commit_position()::text as position`;
const momentRow = t.type({ now: t.string, position: t.string });

/**
 * Returns the time and the commit position of a transaction as values: a cluster changes no rows by functions that are not stable.
 *
 * @param accountId has them from the node of this account.
 */
export const commitMoment = async (em: EntityManager, accountId?: string): Promise<t.TypeOf<typeof momentRow>> =>
  (await (accountId === undefined
    ? readRow(em, momentRow, MOMENT)
    : readRow(em, momentRow, `${MOMENT} from account where id = $1`, [accountId])))!;

const MOMENTS = `
  select id::text as id, to_json(clock_timestamp())#>>'{}' as now, (${POSITION_BEHIND_LOCKS})::text as position
  from account where id = any($1::bigint[])`;
const momentsRow = t.intersection([momentRow, t.type({ id: t.string })]);

/** Returns the time and the commit positions, from the node of each, of a transaction that has locked accounts, or added them. */
export const commitMoments = async (em: EntityManager, accountIds: ReadonlyArray<string>) => {
  const rows = await readRows(em, momentsRow, MOMENTS, [accountIds]);
  return { now: rows[0]!.now, ids: rows.map(({ id }) => id), positions: rows.map(({ position }) => position) };
};
