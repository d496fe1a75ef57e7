import { setTimeout as delay } from 'node:timers/promises';
import { runSql } from '../../support/run-sql.ts';
import { citusInstallation } from '../environment/citus-installation.ts';
import type { CitusNode, CitusNodes } from '../environment/citus-nodes.ts';
import { conclude, inRounds, oneRound, underLoad } from '../rounds.ts';
import type { Fault, Scenario, Struck } from '../scenario.ts';
import { freeze } from './faults.ts';
import { killReaders } from './feed.ts';

/** A fault of a cluster. */
type CitusFault = {
  readonly name: string;
  readonly promise: string;
  readonly rounds: { readonly full: number; readonly short: number };
  readonly make: (cluster: CitusNodes) => Fault;
};

type OnWorkers = Omit<CitusFault, 'make'> & {
  readonly mustFail?: true;
  /** Durations of the fault, in turn, in milliseconds. */
  readonly waitsMs: ReadonlyArray<number>;
};

/** A fault that strikes the workers in turn. */
const onWorkers = (
  { waitsMs, mustFail, ...of }: OnWorkers,
  strike: (worker: CitusNode, longMs: number) => Promise<Struck>,
): CitusFault => ({
  ...of,
  make: ({ nodes: [, ...workers] }) => {
    let round = 0;
    return {
      name: of.name,
      ...(mustFail && { mustFail }),
      strike: () => {
        const turn = round++;
        return strike(workers[turn % workers.length]!, waitsMs[turn % waitsMs.length]!);
      },
    };
  },
});

const killed = onWorkers(
  {
    name: 'citus-node-killed',
    promise: 'kill -9 of a worker node, which starts again at once or after seconds: nothing is lost or doubled',
    rounds: { full: 80, short: 2 },
    mustFail: true,
    waitsMs: [0, 2_000, 0],
  },
  async (worker, downMs) => {
    await worker.crash();
    await delay(downMs);
    await worker.start();
    return { over: performance.now(), says: `down for ${downMs / 1_000} s` };
  },
);

const frozen = onWorkers(
  {
    name: 'citus-node-frozen',
    promise: 'all processes of a worker node stand still for seconds: no request waits for more than a minute',
    rounds: { full: 20, short: 1 },
    // Requests wait for the short ones, and are answered 503 in the long one.
    waitsMs: [8_000, 3_000, 40_000, 8_000, 3_000],
  },
  async (worker, frozenMs) => freeze(await worker.pids(), frozenMs),
);

const cutOff = onWorkers(
  {
    name: 'citus-node-cut-off',
    promise: 'the network between a worker node and the others swallows everything: nothing is lost or doubled',
    rounds: { full: 20, short: 1 },
    mustFail: true,
    waitsMs: [6_000, 3_000, 25_000],
  },
  async (worker, silentMs) => {
    const proxy = worker.proxy();
    proxy.silence();
    await delay(silentMs);
    // The connections from before are lost.
    proxy.cut();
    proxy.resume();
    return { over: performance.now(), says: `cut off for ${silentMs / 1_000} s` };
  },
);

const coordinator: CitusFault = {
  name: 'citus-coordinator',
  promise: 'the coordinator is killed or stopped, and starts again: nothing is lost or doubled',
  rounds: { full: 40, short: 1 },
  make: ({ nodes: [node] }) => {
    let round = 0;
    return {
      name: 'citus-coordinator',
      mustFail: true,
      strike: async () => {
        const isKilled = round++ % 2 === 0;
        await (isKilled ? node!.crash() : node!.halt());
        await node!.start();
        return { over: performance.now(), says: isKilled ? 'killed' : 'stopped' };
      },
    };
  },
};

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
  await runSql(cluster.nodes[0]!.url('postgres'), `select citus_add_node('127.0.0.1', $1)`, [added.proxy().port]);
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

const shardsMoved: CitusFault = {
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

/** A synchronous standby of a node takes its place: the workers and the coordinator in turn. */
const promoted: CitusFault = {
  name: 'citus-standby-promoted',
  promise: 'kill -9 of a node, whose standby takes its place at another address: nothing is lost or doubled',
  rounds: { full: 20, short: 1 },
  make: ({ nodes: [coordinator, ...workers] }) => {
    let round = 0;
    const inTurn = [...workers, coordinator!];
    return {
      name: 'citus-standby-promoted',
      mustFail: true,
      strike: async (_, random) => {
        const turn = round++ % inTurn.length;
        const node = inTurn[turn]!;
        await node.addStandby();
        await delay(random.between(300, 1_200));
        await node.crash();
        await node.promote();
        return { over: performance.now(), says: node === coordinator ? 'the coordinator' : `worker ${turn + 1}` };
      },
    };
  },
};

/** A move of shards needs it, and nothing else depends on it. */
const SETTINGS = { wal_level: 'logical' };
const THINK_MS = 20;

/** The full form measures how fast each fault is over, on a cluster of its own. */
const byItself = ({ make, ...of }: CitusFault): Scenario => ({
  ...of,
  needs: ['citus'],
  onlyIn: 'full',
  run: async (context) => {
    const { installation, cluster } = await citusInstallation(context, SETTINGS);
    await inRounds(installation, context, make(cluster));
  },
});

const FAULTS = [killed, frozen, cutOff, coordinator, shardsMoved, promoted];

/** Nodes are lost in turn, and come back by themselves or by their standbys. */
const failover = (cluster: CitusNodes): Fault => {
  const faults = [promoted, killed, coordinator].map(({ make }) => make(cluster));
  let round = 0;
  return {
    name: 'citus-failover',
    mustFail: true,
    strike: (...to) => faults[round++ % faults.length]!.strike(...to),
  };
};

/** What a crash left prepared on a node holds the feed back until Citus looks for it, which it does each minute by default. */
const RECOVERS_SOON = { 'citus.recover_2pc_interval': '3s' };

const feed: Scenario = {
  name: 'citus-feed',
  promise: 'readers of the feed are killed while 16 writers import, undo and erase on a cluster: as in feed',
  needs: ['citus'],
  // `npm run test:citus -- --short` has its short form.
  onlyIn: 'full',
  rounds: { full: 200, short: 4 },
  run: async (context) => {
    const { installation, cluster } = await citusInstallation(context, RECOVERS_SOON);
    const servers = async () => cluster.nodes.map((node) => node.url());
    await killReaders(context, { installation, servers, failover: failover(cluster) });
  },
};

/** All faults one after the other: a cluster takes longer to start than most of them. */
const inTurn: Scenario = {
  name: 'citus-in-turn',
  promise: 'nodes are killed, frozen and cut off, and shards move: nothing is lost or doubled',
  needs: ['citus'],
  onlyIn: 'short',
  rounds: { full: 1, short: 1 },
  run: async (context) => {
    const { installation, cluster } = await citusInstallation(context, SETTINGS);
    const faults = FAULTS.flatMap(({ make, rounds }) => Array(rounds.short).fill(make(cluster)));
    await underLoad(installation, { thinkMs: THINK_MS }, async (load) => {
      for (const fault of faults) {
        await delay(context.random.between(300, 1_200));
        await oneRound(installation, { ...context, rounds: faults.length }, fault);
        load.moveOn();
      }
    });
    await conclude(installation, context);
  },
};

export const CITUS_SCENARIOS: ReadonlyArray<Scenario> = [inTurn, ...FAULTS.map(byItself), feed];
