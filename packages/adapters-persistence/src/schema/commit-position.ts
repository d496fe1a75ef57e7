/**
 * The order in which records were committed (ADR 5): each has the position of its transaction, `commit_position()`. Within an
 * account it is the order of the commits, because the account's lock is taken before the transaction gets its number. Records
 * below `final_position()` are final: no transaction that is still open can add one before them.
 *
 * A position is the number of a transaction, which is larger than all before, plus an offset: PostgreSQL counts from the
 * beginning again if a dump is restored into a new cluster.
 */
export const offsetFunction = (offset: string): string =>
  `create or replace function public.commit_position_offset() returns bigint language sql stable parallel safe
   return ${offset}::bigint`;

const positionOf = (transaction: string): string => `${transaction}::text::bigint + commit_position_offset()`;

/** The first position that no transaction has yet. */
export const NEXT_POSITION = positionOf('pg_snapshot_xmax(pg_current_snapshot())');

/** The tables of records that have a position: accounts, and all that is sealed. */
export const POSITIONED = [
  'account',
  'account_change',
  'accepted_import',
  'refused_import',
  'import_undo',
  'operator_action',
  'control_total_registration',
  'reconciliation',
  'storage_verification',
];

/**
 * With the rights of the owner: the service may not read all of its records, nor change a function. The last position is read before
 * the next one: what is committed in between, while others import, is behind it.
 */
const CONTINUE = `
  create function continue_commit_positions() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  declare
    last constant bigint := greatest(${POSITIONED.map((table) => `(select max(commit_position) from ${table})`)},
      (select max(removed_position) from accepted_import));
    next constant bigint := ${NEXT_POSITION};
  begin
    if last >= next then
      execute format($f$${offsetFunction('%s')}$f$, last - next + 1 + commit_position_offset());
    end if;
  end
  $$`;

export const COMMIT_POSITION_FUNCTIONS: ReadonlyArray<string> = [
  offsetFunction('0'),
  `create function commit_position() returns bigint language sql volatile
   return ${positionOf('pg_current_xact_id()')}`,
  `create function final_position() returns bigint language sql stable
   return ${positionOf('pg_snapshot_xmin(pg_current_snapshot())')}`,
];

/**
 * The position of a change of accounts that are locked together, which may have to wait for one after the other: behind all
 * that was committed for them before they were locked, also by transactions with a later number than this one's. Nothing is
 * final behind this transaction's number until it ends.
 */
export const POSITION_BEHIND_LOCKS = `greatest(commit_position(), ${NEXT_POSITION} - 1)`;

/** A table's column for the position of a record; each such table has an index on it. */
export const COMMIT_POSITION = 'commit_position bigint not null default commit_position()';

/** After the tables. */
export const COMMIT_POSITION_ORDER: ReadonlyArray<string> = [
  ...POSITIONED.map((table) => `create index ${table}_commit_position_index on ${table} (commit_position)`),
  CONTINUE,
];

/** Has new positions follow those that are stored, if the database was restored into a cluster that counts from the beginning. */
export const CONTINUE_COMMIT_POSITIONS = 'select continue_commit_positions()';

/**
 * True, as `isInOrder`, if no transaction with a later position than this one has committed yet. If so, whatever was committed for
 * accounts that this transaction has locked until now has an earlier position. A transaction gets its number with its first lock;
 * one that then locks further accounts may find them changed by a transaction that began later.
 */
export const IS_IN_COMMIT_ORDER = `
  select pg_snapshot_xmax(pg_current_snapshot()) <= pg_current_xact_id() as "isInOrder"`;
