import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { orNull } from '../schema/stored-values.ts';
import { readRow } from '../sql/query.ts';

/** `behind`: call again at once. `elsewhere`: another process does it. */
export type RollupState = 'behind' | 'current' | 'elsewhere';

// On one core, so that imports have the others.
const BEGIN = `
  select pg_try_advisory_xact_lock($1) as "isFree", set_config('max_parallel_workers_per_gather', '0', true)`;

/** Returns whether this transaction got an advisory lock, and limits it to one core. */
export const beginAlone = async (em: EntityManager, lock: number): Promise<boolean> =>
  (await readRow(em, t.type({ isFree: t.boolean }), BEGIN, [lock]))?.isFree === true;

const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;
/** SQL for a time that is a parameter, in milliseconds since 1970. */
export const time = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;

const PROGRESS = `
  select ${ms('now()')} as now, ${ms('counted_to')} as "countedTo", counted_at::text as "countedAt", ${ms('verified_to')} as "verifiedTo",
         ${ms('verified_at')} as "verifiedAt"
  from rollup_progress where id = 1`;

const progressRow = t.type({
  now: t.number,
  /** Slots before this one are counted, and are counted again only by verifications. */
  countedTo: t.number,
  /** Another one after each count; null: nothing was counted. */
  countedAt: orNull(t.string),
  /** The end of what the current verification has counted again; null: none is under way. */
  verifiedTo: orNull(t.number),
  /** The end of the last verification; null: none has ended. */
  verifiedAt: orNull(t.number),
});
/** The parts of the records that are counted, in milliseconds since 1970, by the clock of the database. */
export type Progress = Readonly<t.TypeOf<typeof progressRow>>;

export const readProgress = async (em: EntityManager): Promise<Progress> => (await readRow(em, progressRow, PROGRESS))!;

/**
 * Locks the row, before anything is stored: an advisory lock is one of a node, and processes may be connected to several nodes of a
 * cluster. What was read before is stored only if nothing has changed since.
 */
export const lockProgress = async (em: EntityManager): Promise<Progress> =>
  (await readRow(em, progressRow, `${PROGRESS} for update`))!;
