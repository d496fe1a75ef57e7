import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow } from './query.ts';

const MOMENT = `select to_json(clock_timestamp())#>>'{}' as now, commit_position()::text as position`;
const momentRow = t.type({ now: t.string, position: t.string });

/** Returns the time and the commit position of a transaction as values: a cluster changes no rows by functions that are not stable. */
export const commitMoment = async (em: EntityManager): Promise<t.TypeOf<typeof momentRow>> =>
  (await readRow(em, momentRow, MOMENT))!;
