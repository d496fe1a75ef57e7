import { NODE_POSITIONS } from '@carryover/domain/seal';
import { type EntityManager, IsolationLevel, type MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { NEXT_POSITION, offsetFunction, POSITIONED } from './schema/commit-position.ts';
import { READ_VIEW_COMMENTS } from './schema/read-views.ts';
import { CITUS, dialectOf } from './sql/dialect.ts';
import { query, readRow, readRows } from './sql/query.ts';

/** Every node has all rows of the table: few rows, which the operator's side changes. */
const EVERYWHERE = 'everywhere';

/** All rows of an account are on one node. */
const WITH_ITS_ACCOUNT = { column: 'account_id', with: 'account' };

type Place = typeof EVERYWHERE | { readonly column: string; readonly with: string };

/**
 * Every table, and where a Citus cluster keeps its rows (ADR 28): everywhere, or distributed by a column. The tables are
 * distributed in this order, since a table may refer only to those before it.
 */
export const DISTRIBUTION: Readonly<Record<string, Place>> = {
  organisation: EVERYWHERE,
  import_supplier: EVERYWHERE,
  api_key: EVERYWHERE,
  platform_key: EVERYWHERE,
  webhook: EVERYWHERE,
  webhook_delivery: EVERYWHERE,
  operator_action: EVERYWHERE,
  reconciliation: EVERYWHERE,
  control_total_set: EVERYWHERE,
  control_total: EVERYWHERE,
  control_total_registration: EVERYWHERE,
  storage_verification: EVERYWHERE,
  alarm: EVERYWHERE,
  import_rollup: EVERYWHERE,
  import_total: EVERYWHERE,
  load_total: EVERYWHERE,
  account_rollup: EVERYWHERE,
  rollup_progress: EVERYWHERE,
  note_words_progress: EVERYWHERE,
  removed_rollup: EVERYWHERE,
  payload_removal: EVERYWHERE,
  console_job: EVERYWHERE,
  console_approval: EVERYWHERE,
  console_list: EVERYWHERE,
  seal: EVERYWHERE,
  seal_head: EVERYWHERE,
  secret_fingerprint: EVERYWHERE,
  schema_migration: EVERYWHERE,
  account: { column: 'id', with: 'none' },
  accepted_import: WITH_ITS_ACCOUNT,
  account_change: WITH_ITS_ACCOUNT,
  billing_document: WITH_ITS_ACCOUNT,
  erased_total: WITH_ITS_ACCOUNT,
  historical_statement: WITH_ITS_ACCOUNT,
  import_undo: WITH_ITS_ACCOUNT,
  ledger: WITH_ITS_ACCOUNT,
  ledger_history: WITH_ITS_ACCOUNT,
  ledger_transaction: WITH_ITS_ACCOUNT,
  note: WITH_ITS_ACCOUNT,
  note_words: WITH_ITS_ACCOUNT,
  payment_instruction: WITH_ITS_ACCOUNT,
  statement_period: WITH_ITS_ACCOUNT,
  api_key_use: { column: 'api_key_id', with: 'none' },
  console_form: { column: 'key_sha256', with: 'none' },
  console_session: { column: 'id_sha256', with: 'none' },
  console_sign_in_link: { column: 'token_sha256', with: 'none' },
  dry_run: { column: 'id', with: 'none' },
  rate_limit: { column: 'key', with: 'none' },
  refused_import: { column: 'id', with: 'none' },
};

/**
 * Foreign keys between tables that are everywhere. With them, Citus locks a table before those that it refers to, as a whole and for
 * each change: two changes that lock an organisation and then its supplier, and the other way round, end in a deadlock. They refer
 * to organisations, of which none is ever removed.
 */
const REFERENCES_EVERYWHERE = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as sql from pg_constraint
  where contype = 'f' and conrelid = to_regclass($1) and confrelid in (select to_regclass(name) from unnest($2::text[]) name)`;

/**
 * The uniqueness of both follows from others: a key is computed from the external number, and service numbers come from
 * sequences (ADR 4).
 */
const PREPARE_ACCOUNT = [
  'alter table account drop constraint account_service_account_number_unique',
  'create index account_service_account_number_unique on account (service_account_number)',
  'alter table account drop constraint account_supplier_id_external_account_number_unique',
  'create index account_supplier_id_external_account_number_unique on account (supplier_id, external_account_number)',
];

/**
 * The sequence of worker n begins at n·2⁴⁸. The remainder puts its numbers after n·2²⁸, so that the first 16 nodes have
 * different ones; there is none for the others, and none after 2²⁸ accounts. The factor is that of the baseline modulo
 * 2³², negative so that the product is a `bigint`.
 */
const NUMBERS_OF_NODES = `
  create or replace function next_service_account_number() returns text language sql volatile
  return (select 'A-' || upper(lpad(to_hex((number * -1640531535) & 4294967295), 8, '0'))
          from (select nextval('service_account_number_seq') % 281474708275200 as number) next
          where number < 4294967296)`;

/** As the owner of the tables, who alone may take the lock (5 is `ShareLock`); a move takes it exclusively. */
const KEEPING_ON_NODE = `
  create or replace function keep_on_node(key bigint) returns void language sql volatile security definer
  return lock_shard_metadata(5, array[get_shard_id_for_distribution_column('account', key)])`;

/** The places of all accounts, as text: they are others once a shard has moved. Waits for a move that is about to end. */
const PLACES_OF_ACCOUNTS = `
  create or replace function places_of_accounts() returns text language plpgsql volatile security definer
  set search_path = pg_catalog, public, pg_temp as $$
  begin
    perform lock_shard_metadata(5, array(
      select shardid from pg_dist_shard where logicalrelid = 'account'::regclass order by shardid));
    return (select string_agg(shardid || ' ' || groupid, ',' order by shardid)
            from pg_dist_shard join pg_dist_placement using (shardid) where logicalrelid = 'account'::regclass);
  end
  $$`;

const LAST_OF_NODE = [
  ...POSITIONED.map((table) => ['commit_position', table]),
  ['removed_position', 'accepted_import'],
].map(
  ([column, table]) =>
    `(select max(${column}) from ${table} where ${column} >= first and ${column} < first + ${NODE_POSITIONS})`,
);

/** Each node counts its own transactions: its positions begin at its number times {@link NODE_POSITIONS}. */
const positionsOfNodes = (offset: string): ReadonlyArray<string> => [
  offsetFunction(`(select groupid * ${NODE_POSITIONS} + ${offset} from pg_dist_local_group)`),
  // Citus calls it on the node of the account because of its parameter, and because it is said not to be volatile.
  `create or replace function commit_position_on_node(account_id bigint) returns bigint language sql stable
   return commit_position() + 0 * account_id`,
  `create or replace function continue_commit_positions() returns void language plpgsql security definer
   set search_path = pg_catalog, public, pg_temp set citus.multi_shard_modify_mode = 'sequential' as $$
   declare
     node int;
     first bigint;
     last jsonb := '{}';
     next bigint;
     missing bigint := 0;
   begin
     for node in select 0 union select groupid from pg_dist_node loop
       first := node * ${NODE_POSITIONS};
       last := last || jsonb_build_object(node, greatest(${LAST_OF_NODE}));
     end loop;
     for next in select result::bigint from run_command_on_all_nodes(
       'select ${NEXT_POSITION}')
     loop
       missing := greatest(missing, (last->>(next / ${NODE_POSITIONS})::text)::bigint - next + 1);
     end loop;
     if missing > 0 then
       execute format($f$${offsetFunction(`(select groupid * ${NODE_POSITIONS} + %s from pg_dist_local_group)`)}$f$,
         commit_position_offset() % ${NODE_POSITIONS} + missing);
     end if;
   end
   $$`,
];

const UNDISTRIBUTED = `
  select name from unnest($1::text[]) with ordinality as wanted (name, at)
  where to_regclass(name) not in (select logicalrelid from pg_dist_partition)
  order by at`;

const everywhere = Object.keys(DISTRIBUTION).filter((table) => DISTRIBUTION[table] === EVERYWHERE);

const offsetRow = t.type({ offset: t.string });

const distributeTable = async (em: EntityManager, table: string): Promise<void> => {
  if (table === 'account') for (const sql of PREPARE_ACCOUNT) await query(em, sql);
  const place = DISTRIBUTION[table]!;
  if (place === EVERYWHERE) {
    const dropped = await readRows(em, t.type({ sql: t.string }), REFERENCES_EVERYWHERE, [table, everywhere]);
    for (const { sql } of dropped) await query(em, sql);
    await query(em, 'select create_reference_table($1)', [table]);
  } else
    await query(em, 'select create_distributed_table($1, $2, colocate_with => $3)', [table, place.column, place.with]);
  if (table !== 'account') return;
  const { offset } = (await readRow(em, offsetRow, 'select commit_position_offset()::text as offset'))!;
  for (const sql of [NUMBERS_OF_NODES, KEEPING_ON_NODE, PLACES_OF_ACCOUNTS, ...positionsOfNodes(offset)])
    await query(em, sql);
};

/** Returns the tables that are still to be distributed; none if the database is not one of a Citus cluster. */
export const undistributed = async (em: EntityManager): Promise<ReadonlyArray<string>> => {
  if ((await dialectOf(em)) !== CITUS) return [];
  const rows = await readRows(em, t.type({ name: t.string }), UNDISTRIBUTED, [Object.keys(DISTRIBUTION)]);
  return rows.map(({ name }) => name);
};

/**
 * Distributes the tables over the nodes if the database is one of a Citus cluster; rows that are stored already move. A
 * database without the extension, and tables that are distributed, are left as they are.
 *
 * @returns the names of those that it distributed.
 */
export const distribute = async (orm: MikroORM): Promise<ReadonlyArray<string>> => {
  const missing = await undistributed(orm.em);
  if (missing.length === 0) return [];
  await orm.em.fork().transactional(
    async (em) => {
      // A table with a foreign key to a reference table is distributed shard by shard in the reference table's transaction.
      await query(em, `set local citus.multi_shard_modify_mode = 'sequential'`);
      for (const name of missing) await distributeTable(em, name);
      for (const sql of READ_VIEW_COMMENTS) await query(em, sql);
    },
    { isolationLevel: IsolationLevel.READ_COMMITTED },
  );
  return missing;
};
