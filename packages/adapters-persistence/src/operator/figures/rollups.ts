import type { RollupProgress, Rollups, RollupWork, Slot } from '@carryover/application/ports/operator/figures/rollups';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { query, readRow } from '../../driver/query.ts';
import { changed, stored } from '../../driver/store-failure.ts';
import { forReading } from '../../orm.ts';
import { RollupProgress as ProgressEntity } from '../../schema/entities/rollup.ts';
import { moment } from '../../schema/stored-value.ts';
import { recount } from './recount.ts';
import { mergeRows } from './rollup-rows.ts';
import { dateOf, slotOf } from './slots.ts';
import { SOURCES } from './sources.ts';

/** The key of the advisory lock; arbitrary, but not used by another program. */
const LOCK = 7_214_033_117;

// On one core, so that imports have the others.
const BEGIN = `
  select pg_try_advisory_xact_lock($1) as is_free, to_json(now())#>>'{}' as now,
         set_config('max_parallel_workers_per_gather', '0', true)`;

/** The row of `rollup_progress`. */
const ID = 1;

const progressOf = async (em: EntityManager): Promise<RollupProgress> => {
  const row = await forReading(em).findOne(ProgressEntity, { id: ID });
  return {
    countedTo: row === null ? 0 : slotOf(row.countedTo),
    verifiedTo: row?.verifiedTo ? slotOf(row.verifiedTo) : null,
    verifiedAt: row?.verifiedAt ?? null,
    accountsCountedAt: row?.accountsCountedAt ?? null,
    mergedTo: row?.mergedTo ? slotOf(row.mergedTo) : 0,
  };
};

const save = (em: EntityManager, now: Date, progress: RollupProgress) =>
  em.upsert(ProgressEntity, {
    ...progress,
    id: ID,
    countedTo: dateOf(progress.countedTo),
    countedAt: now,
    verifiedTo: progress.verifiedTo === null ? null : dateOf(progress.verifiedTo),
    mergedTo: dateOf(progress.mergedTo),
  });

/** The slot after that of the record at which a table's batch ends; the nearest of all tables. */
const endOf = async (em: EntityManager, from: Slot, records: number): Promise<Slot | null> => {
  const ends: Slot[] = [];
  for (const { skip, boundOf } of SOURCES) {
    const last = await readRow(em, t.type({ slot: t.number }), skip, [boundOf(from), records]);
    if (last !== null) ends.push(last.slot + 1);
  }
  return ends.length === 0 ? null : Math.min(...ends);
};

// One statement, so that a count is never missing; on Citus it is the same on each node.
const COUNT_ACCOUNTS = `
  select s.organisation_id, s.code as supplier_code, counted.status, accounts::text
  from (select supplier_id, status, count(*) as accounts from account group by 1, 2) counted
  join import_supplier s on s.id = counted.supplier_id`;

const WRITE_ACCOUNTS = `
  insert into account_rollup (organisation_id, supplier_code, status, accounts)
  select organisation_id::uuid, supplier_code, status, accounts::bigint
  from jsonb_to_recordset($1::jsonb)
    as given (organisation_id text, supplier_code text, status text, accounts text)`;

const recountAccounts = async (em: EntityManager): Promise<void> => {
  const rows = await query(em, COUNT_ACCOUNTS);
  await query(em, 'delete from account_rollup');
  if (rows.length > 0) await query(em, WRITE_ACCOUNTS, [JSON.stringify(rows)]);
};

const ACCOUNT_ACTIONS = ['account import', 'account promote'];

const HAVE_ACCOUNTS_CHANGED = `
  select exists (
    select from operator_action where performed_at >= $1::timestamptz and action = any($2::text[])) as changed`;

const workIn = async (em: EntityManager, now: Date): Promise<RollupWork> => ({
  now,
  progress: await progressOf(em),
  endOf: (from, records) => stored(() => endOf(em, from, records)),
  recount: (slots) => stored(() => recount(em, slots)),
  merge: (before, spanMs) => stored(() => mergeRows(em, before, spanMs)),
  recountAccounts: stored(() => recountAccounts(em)),
  haveAccountsChanged: (since) =>
    stored(async () => {
      const parameters = [since.toISOString(), ACCOUNT_ACTIONS];
      return (await readRow(em, t.type({ changed: t.boolean }), HAVE_ACCOUNTS_CHANGED, parameters))!.changed;
    }),
  save: (progress) => changed(() => save(em, now, progress)),
});

/** Rollups as transactions under an advisory lock, which ends with its process. */
export const makePostgresRollups = (em: EntityManager): Rollups => ({
  exclusively: <A>(work: (rollups: RollupWork) => Stored<A>) =>
    stored(() =>
      em.fork().transactional(async (transaction) => {
        const begun = await readRow(transaction, t.type({ is_free: t.boolean, now: moment }), BEGIN, [LOCK]);
        if (begun?.is_free !== true) return null;
        const done = await work(await workIn(transaction, begun.now))();
        // Rolls back.
        if (E.isLeft(done)) throw done.left.cause;
        return done.right;
      }),
    ),
});
