import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { ADVISORY_LOCKS } from '../sql/advisory-locks.ts';
import { query, readRow } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { MERGED, mergeOld } from './merge-old.ts';
import { beginAlone, lockProgress, type Progress, type RollupState, readProgress, time } from './progress.ts';
import { countSpan, endOfBatch, storeCount } from './recount.ts';

/** The time between two verifications of all slots that are not merged. */
const EVERY_MS = 300_000;
/** No verification begins while the rollups are this far behind: there is more to count than to count again. */
const BEHIND_MS = 60_000;

const SAVE = `
  update rollup_progress set verified_to = ${time('$1')}, verified_at = ${time('$2')} where id = 1`;

const isSame = (one: Progress, other: Progress): boolean =>
  one.verifiedTo === other.verifiedTo && one.verifiedAt === other.verifiedAt;

/** An operator may have changed accounts since the last step, or none was counted. */
const HAVE_ACCOUNTS_CHANGED = `
  select not exists (select from account_rollup) or exists (
    select from operator_action
    where performed_at >= now() - interval '2 minutes' and action in ('account import', 'account promote')) as changed`;

// One statement, so that a count is never missing; on a cluster it is the same on each node.
const COUNT_ACCOUNTS = `
  select s.organisation_id, s.code as supplier_code, counted.status, accounts::text
  from (select supplier_id, status, count(*) as accounts from account group by 1, 2) counted
  join import_supplier s on s.id = counted.supplier_id`;

const WRITE_ACCOUNTS = `
  insert into account_rollup (organisation_id, supplier_code, status, accounts)
  select organisation_id, supplier_code, status, accounts
  from jsonb_populate_recordset(null::account_rollup, $1::jsonb)`;

const haveAccountsChanged = async (em: EntityManager): Promise<boolean> =>
  (await readRow(em, t.type({ changed: t.boolean }), HAVE_ACCOUNTS_CHANGED))?.changed === true;

/** Counts the next part of the settled slots that are not merged; null if it is not time to. */
const countPart = async (em: EntityManager, { now, countedTo, verifiedTo, verifiedAt }: Progress) => {
  const isFirst = verifiedTo === null;
  const isRecent = verifiedAt !== null && now - verifiedAt < EVERY_MS;
  if (isFirst && (isRecent || now - countedTo > BEHIND_MS)) return null;
  const [{ olderThanMs, spanMs }] = MERGED;
  const from = Math.max(verifiedTo ?? 0, Math.floor((now - olderThanMs) / spanMs) * spanMs);
  const end = await endOfBatch(em, { from, settled: countedTo });
  return { end, isFirst, isLast: end >= countedTo, count: await countSpan(em, from, end) };
};

/** Verifies a part. Before the first, old slots are merged, which are not verified; with the last, accounts are counted. */
const step = async (em: EntityManager): Promise<RollupState> => {
  const read = await readProgress(em);
  const part = await countPart(em, read);
  const isCounting = part?.isLast === true || (await haveAccountsChanged(em));
  const accounts = isCounting ? JSON.stringify(await query(em, COUNT_ACCOUNTS)) : null;
  if (part === null && accounts === null) return 'current';
  const locked = await lockProgress(em);
  // On a cluster, another process may have counted the same, later.
  if (!isSame(read, locked) || locked.countedTo < (part?.end ?? 0)) return 'behind';
  if (accounts !== null) {
    await query(em, 'delete from account_rollup');
    await query(em, WRITE_ACCOUNTS, [accounts]);
  }
  if (part === null) return 'current';
  if (part.isFirst) await mergeOld(em, { ...read, from: 0 });
  await storeCount(em, part.count);
  await query(em, SAVE, part.isLast ? [null, read.now] : [part.end, read.verifiedAt]);
  return part.isLast ? 'current' : 'behind';
};

/**
 * Verifies a part of the rollups, if it is time to: every five minutes, the slots of the last two days are counted again (ADR 39).
 * Accounts are counted, too, when they have changed. `keepRollups` waits only while differences are stored: what takes long is read
 * before the progress is locked.
 */
export const verifyRollups = (em: EntityManager): Stored<RollupState> =>
  stored(() =>
    em
      .fork()
      .transactional(async (transaction) =>
        (await beginAlone(transaction, ADVISORY_LOCKS.rollupVerification)) ? step(transaction) : 'elsewhere',
      ),
  );
