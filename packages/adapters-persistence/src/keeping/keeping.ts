import type { Stored } from '@carryover/application/ports/store-failure';
import { SUPPLIER_STATUSES } from '@carryover/domain/account';
import type { DueRecords, KeepingSupplier } from '@carryover/domain/retention';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { intactPayload } from '../imports/import-records.ts';
import { FIRST_ID, firstIdOf } from '../schema/record-ids.ts';

import { oneOf } from '../schema/stored-values.ts';
import { ADVISORY_LOCKS } from '../sql/advisory-locks.ts';
import { commitMoment } from '../sql/commit-moment.ts';
import { query, readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { readDigests } from '../verification/rows-digest.ts';
import { ATTEMPT_TABLES, type AttemptOutcome, removeAttempts } from './removed-attempts.ts';

/** Records that a step reads; a step is one short transaction. */
const BATCH = 500;
/** Bytes of stored payloads that are read at once, unless one alone has more. */
const BATCH_BYTES = 1024 * 1024;
/** A request may be committed this long after its id was made: later records are looked at again. */
const SETTLED_AFTER_MS = 3_600_000;

// Removing waits for nobody: what is locked is removed by a later step. The lock ends with the transaction.
const BEGIN = `
  select pg_try_advisory_xact_lock($1) as "isFree", set_config('lock_timeout', '500ms', true),
         set_config('statement_timeout', '10s', true)`;

/** `progress`: records that were looked at. `elsewhere`: another process removes. */
type RemovalStep = {
  readonly state: 'more' | 'done' | 'elsewhere';
  readonly removed: number;
  /** Payloads that are not the ones that were received. They are not removed: they are what is to be looked into. */
  readonly altered: number;
};

const PROGRESS = 'select removed_before::text as id from payload_removal where supplier_id = $1';
const SAVE = `
  insert into payload_removal (supplier_id, removed_before) values ($1, $2)
  on conflict (supplier_id) do update set removed_before = greatest(payload_removal.removed_before, excluded.removed_before)`;
/** The next records of all suppliers, by the index of their ids. */
const NEXT = 'select id::text as id from accepted_import where id >= $1 and id < $2 order by id limit $3';
const CANDIDATES = `
  select account_id::text as account, id, octet_length(payload) as bytes from accepted_import
  where id = any($1::uuid[]) and supplier_id = $2 and payload is not null order by id`;
const PAYLOADS = `
  select account_id::text as account, id, encode(payload, 'base64') as payload, encode(payload_sha256, 'hex') as sha256
  from accepted_import where account_id = any($1::bigint[]) and id = any($2::uuid[]) and payload is not null`;
const REMOVE = `
  update accepted_import
  set payload = null, payload_removed_at = $4::timestamptz, removed_position = $5::bigint,
      rows_sha256 = decode($3::jsonb->>id::text, 'hex')
  where account_id = any($1::bigint[]) and id = any($2::uuid[]) and payload is not null`;

const idRow = t.type({ id: t.string });
const candidateRow = t.type({ account: t.string, id: t.string, bytes: t.number });
const payloadRow = t.type({ account: t.string, id: t.string, payload: t.string, sha256: t.string });

/** Removes payloads, all but those that are not the ones that were received. */
const removeSomePayloads = async (em: EntityManager, some: ReadonlyArray<t.TypeOf<typeof candidateRow>>) => {
  const keys = [some.map(({ account }) => account), some.map(({ id }) => id)];
  const rows = await readRows(em, payloadRow, PAYLOADS, keys);
  const intact = [];
  for (const { account, id, payload, sha256 } of rows) {
    const text = await intactPayload(id, Buffer.from(payload, 'base64'), sha256).catch(() => null);
    if (text !== null) intact.push({ account, id, text });
  }
  if (intact.length > 0) {
    // An undo in between is no harm: an undone import has stored nothing.
    const digests = await readDigests(em, intact);
    const [accounts, ids] = [intact.map(({ account }) => account), intact.map(({ id }) => id)];
    const { now, position } = await commitMoment(em);
    await query(em, REMOVE, [accounts, ids, JSON.stringify(Object.fromEntries(digests)), now, position]);
  }
  return { removed: intact.length, altered: rows.length - intact.length };
};

const removePayloads = async (em: EntityManager, supplier: KeepingSupplier, after: string | null, before: Date) => {
  const from = after ?? (await readRow(em, idRow, PROGRESS, [supplier.id]))?.id ?? FIRST_ID;
  const next = await readRows(em, idRow, NEXT, [from, firstIdOf(before.getTime()), BATCH]);
  const ids = next.map(({ id }) => id);
  const done = { removed: 0, altered: 0 };
  let some: t.TypeOf<typeof candidateRow>[] = [];
  let bytes = 0;
  const remove = async () => {
    const { removed, altered } = await removeSomePayloads(em, some);
    done.removed += removed;
    done.altered += altered;
    [some, bytes] = [[], 0];
  };
  for (const candidate of await readRows(em, candidateRow, CANDIDATES, [ids, supplier.id])) {
    if (some.length > 0 && bytes + candidate.bytes > BATCH_BYTES) await remove();
    some.push(candidate);
    bytes += candidate.bytes;
  }
  if (some.length > 0) await remove();
  const last = ids.at(-1);
  const settled = firstIdOf(Date.now() - SETTLED_AFTER_MS);
  if (last !== undefined) await query(em, SAVE, [supplier.id, last < settled ? last : settled]);
  return { ...done, last: ids.length < BATCH ? null : last! };
};

const ofSupplier = 'organisation_id = $3 and supplier_prefix = left($4, 33) and supplier_code = $4';
const ofNone = `(r.supplier_code is null or not exists (
  select from import_supplier s where s.organisation_id = r.organisation_id and s.code = r.supplier_code))`;

const attemptsOf = (outcome: AttemptOutcome, { supplier, before }: DueRecords) => ({
  from: `from ${ATTEMPT_TABLES[outcome]} r where r.id < $1`,
  condition: supplier === null ? `${ofNone} and $2::int is not null` : `${ofSupplier} and $2::int is not null`,
  parameters: [
    firstIdOf(before.getTime()),
    BATCH,
    ...(supplier === null ? [] : [supplier.organisationId, supplier.code]),
  ],
});

const removeDueAttempts = async (em: EntityManager, outcome: AttemptOutcome, due: DueRecords) => {
  const { from, condition, parameters } = attemptsOf(outcome, due);
  const rows = await readRows(em, idRow, `select r.id::text as id ${from} and ${condition} limit $2`, parameters);
  const ids = rows.map(({ id }) => id);
  return { removed: await removeAttempts(em, outcome, ids), altered: 0, last: ids.length < BATCH ? null : ids.at(-1)! };
};

/**
 * Removes what is due, step by step; each step is a short transaction under an advisory lock, which ends with its process.
 * Call `step` until it is done. A step that fails removed nothing.
 */
export const removeDue = (em: EntityManager, due: DueRecords): { readonly step: Stored<RemovalStep> } => {
  /** The last record that was looked at by this run; null: as far as earlier runs came. */
  let after: string | null = null;
  const step = (transaction: EntityManager) => {
    if (due.kind === 'payloads') return removePayloads(transaction, due.supplier!, after, due.before);
    return removeDueAttempts(transaction, due.kind === 'refusals' ? 'refused' : 'dry_run', due);
  };
  return {
    step: stored(() =>
      em.fork().transactional(async (transaction): Promise<RemovalStep> => {
        const begun = await readRow(transaction, t.type({ isFree: t.boolean }), BEGIN, [ADVISORY_LOCKS.keeping]);
        if (begun?.isFree !== true) return { state: 'elsewhere', removed: 0, altered: 0 };
        const { last, ...counts } = await step(transaction);
        // The next step begins with the last record, which has nothing left to remove.
        after = last;
        return { ...counts, state: last === null ? 'done' : 'more' };
      }),
    ),
  };
};

const COUNT_PAYLOADS = `
  select count(*)::float as count from accepted_import
  where supplier_id = $1 and id >= $2 and id < $3 and payload is not null`;
const countRow = t.type({ count: t.number });

/** Counts what is due. */
export const countDue = (em: EntityManager, due: DueRecords): Stored<number> =>
  stored(async () => {
    const { kind, supplier, before } = due;
    if (kind === 'payloads') {
      const from = (await readRow(em, idRow, PROGRESS, [supplier!.id]))?.id ?? FIRST_ID;
      const parameters = [supplier!.id, from, firstIdOf(before.getTime())];
      return (await readRow(em, countRow, COUNT_PAYLOADS, parameters))!.count;
    }
    const { from, condition, parameters } = attemptsOf(kind === 'refusals' ? 'refused' : 'dry_run', due);
    const sql = `select count(*)::float as count ${from} and ${condition}`;
    return (await readRow(em, countRow, sql, parameters))!.count;
  });

const SUPPLIERS = 'select id, organisation_id as "organisationId", code, status from import_supplier order by id';
const supplierRow = t.type({
  id: t.string,
  organisationId: t.string,
  code: t.string,
  status: oneOf(SUPPLIER_STATUSES),
});

/** The suppliers whose records are kept. */
export const listKeepingSuppliers = (em: EntityManager): Stored<ReadonlyArray<KeepingSupplier>> =>
  stored(() => readRows(em, supplierRow, SUPPLIERS));
