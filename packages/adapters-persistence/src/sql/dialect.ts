import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';
import type { Timeouts } from './timeouts.ts';

/** The differences between one PostgreSQL server and a Citus cluster, "a cluster" in the rest of this package (ADR 28). */
export type Dialect = {
  /** True if all that a snapshot reads is of one moment. On a cluster, all of an account is: each node has a snapshot of its own. */
  readonly isOfOneMoment: boolean;
  /** Settings of a snapshot. */
  readonly snapshotSettings: Readonly<Record<string, string>>;
  /** True if a statement may have `lateral` parts that read, or lock, rows of several accounts. */
  readonly hasLaterals: boolean;
  /** The statements that give a transaction the time-outs that its session does not. */
  readonly limitTransaction: (timeouts: Timeouts) => ReadonlyArray<string>;
  /** True if units of work on several accounts may be one transaction, as on one server. */
  readonly canShareTransactions: boolean;
  /**
   * True if the default of a commit position is that of the transaction on the node that has the row. On a cluster, it is that
   * of the node to which the statement is sent, whose transactions have another order.
   */
  readonly hasOneOrder: boolean;
  /** Keeps the rows of the account with the key `$1` on their node until the transaction ends; null if they never move. */
  readonly keepOnNode: string | null;
};

export const ONE_SERVER: Dialect = {
  isOfOneMoment: true,
  snapshotSettings: {},
  hasLaterals: true,
  limitTransaction: () => [],
  canShareTransactions: true,
  hasOneOrder: true,
  keepOnNode: null,
};

export const CITUS: Dialect = {
  isOfOneMoment: false,
  // One connection per node, so that all its shards are read on one snapshot.
  snapshotSettings: { 'citus.max_adaptive_executor_pool_size': '1' },
  hasLaterals: false,
  // The wait for a lock on the node that has the rows: a setting of a session stays on the node that it is connected to.
  limitTransaction: ({ lockMs }) => [`set local lock_timeout = ${lockMs}`],
  // It would be committed in two phases, over a connection to each node.
  canShareTransactions: false,
  hasOneOrder: false,
  // Otherwise, a transaction that has read on one node before a shard moves would write there after it: its rows would be
  // deleted with the shard that was left behind.
  keepOnNode: 'select keep_on_node($1)',
};

/** {@link Dialect.keepOnNode} of a cluster for several accounts. */
export const KEEP_ALL_ON_NODE = 'select keep_on_node(key) from unnest($1::bigint[]) key';

/** The column `citus`: true on a node of a cluster. */
export const IS_CITUS = `exists (select from pg_extension where extname = 'citus') as citus`;

/** Has the settings of a transaction apply on all nodes; one server has no such setting, and ignores it. */
export const PROPAGATE_SETTINGS = `set_config('citus.propagate_set_commands', 'local', false)`;

/** Returns the dialect of a database. */
export const dialectOf = async (em: EntityManager): Promise<Dialect> =>
  (await query(em, `select from pg_extension where extname = 'citus'`)).length > 0 ? CITUS : ONE_SERVER;

/** Keeps the rows of an account on their node until the transaction of `em` ends. */
export const keepOnNode = async (em: EntityManager, accountId: string): Promise<void> => {
  const { keepOnNode: sql } = await dialectOf(em);
  if (sql !== null) await query(em, sql, [accountId]);
};
