import { runSql } from '../../../support/run-sql.ts';
import type { CitusNodes } from '../../environment/citus-nodes.ts';
import type { CitusFault } from './nodes.ts';

/**
 * A shard of accounts, with the node that has it and one that does not: not a shard of which Citus has still to remove what
 * an earlier move left behind, which it may refuse to move.
 */
const MOVES = `
  select s.shardid as shard, s.nodeport as from_port, n.nodeport as to_port
  from citus_shards s
  join pg_dist_node n on n.shouldhaveshards and n.nodeport <> s.nodeport
  where s.table_name = 'account'::regclass
    and 'public.account_' || s.shardid not in (select object_name from pg_dist_cleanup)
  order by random() limit 1`;

/** Adds a node to the cluster: it has no shards yet. */
const addNode = async (cluster: CitusNodes): Promise<void> => {
  const added = await cluster.another();
  await runSql(cluster.nodes[0]!.url('postgres'), `select citus_add_node('127.0.0.1', $1)`, [added.proxy.port]);
  await runSql(cluster.nodes[0]!.url('postgres'), `select replicate_reference_tables('block_writes')`);
};

/** Rows are copied beside the writes, which are repeated at the end, or while the writes wait. */
const MODES = ['force_logical', 'block_writes'];

/** Moves the shards of a part of the accounts, with all that is stored of them, to another node. */
const moveShard = async (cluster: CitusNodes, mode: string): Promise<string> => {
  const url = cluster.nodes[0]!.url('postgres');
  const [move] = await runSql<{ shard: string; from_port: number; to_port: number }>(url, MOVES);
  const { shard, from_port, to_port } = move!;
  const sql = `select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, $4::citus.shard_transfer_mode)`;
  await runSql(url, sql, [shard, from_port, to_port, mode]);
  return `shard ${shard} moved by ${mode}`;
};

export const shardsMoved: CitusFault = {
  name: 'citus-shards-moved',
  promise: 'a node joins, and shards move under load: requests wait or are repeated, nothing is lost or doubled',
  rounds: { full: 40, short: 2 },
  make: (cluster) => {
    let round = 0;
    return {
      name: 'citus-shards-moved',
      strike: async () => {
        if (round++ === 0) await addNode(cluster);
        const says = await moveShard(cluster, MODES[round % MODES.length]!);
        return { over: performance.now(), says };
      },
    };
  },
};
