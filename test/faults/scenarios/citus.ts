import { setTimeout as delay } from 'node:timers/promises';
import { citusInstallation } from '../environment/citus-installation.ts';
import type { CitusNode, CitusNodes } from '../environment/citus-nodes.ts';
import { signal } from '../environment/database.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario, Struck } from '../scenario.ts';

type Strike = (cluster: CitusNodes, worker: CitusNode, longMs: number) => Promise<Struck>;

type OnWorkers = Pick<Scenario, 'name' | 'promise' | 'rounds'> & {
  readonly mustFail?: true;
  /** Durations of the fault, in turn, in milliseconds. */
  readonly waitsMs: ReadonlyArray<number>;
};

/** A scenario that strikes the workers in turn. */
const onWorkers = ({ waitsMs, mustFail, ...scenario }: OnWorkers, strike: Strike): Scenario => ({
  ...scenario,
  needs: ['citus'],
  run: async (context) => {
    const { installation, cluster } = await citusInstallation(context);
    const [, ...workers] = cluster.nodes;
    let round = 0;
    const fault: Fault = {
      name: scenario.name,
      ...(mustFail && { mustFail }),
      strike: () => {
        const worker = workers[round % workers.length]!;
        const waitMs = waitsMs[round % waitsMs.length]!;
        round += 1;
        return strike(cluster, worker, waitMs);
      },
    };
    await inRounds(installation, context, fault);
  },
});

export const killed = onWorkers(
  {
    name: 'citus-node-killed',
    promise: 'kill -9 of a worker node, which starts again at once or after seconds: nothing is lost or doubled',
    rounds: { full: 80, short: 2 },
    mustFail: true,
    waitsMs: [0, 2_000, 0],
  },
  async (_, worker, downMs) => {
    await worker.crash();
    await delay(downMs);
    await worker.start();
    return { over: performance.now(), says: `down for ${downMs / 1_000} s` };
  },
);

export const frozen = onWorkers(
  {
    name: 'citus-node-frozen',
    promise: 'all processes of a worker node stand still for seconds: no request waits for more than a minute',
    rounds: { full: 20, short: 1 },
    // Requests wait for the short ones, and are answered 503 in the long one.
    waitsMs: [8_000, 3_000, 40_000, 8_000, 3_000],
  },
  async (_, worker, frozenMs) => {
    const pids = await worker.pids();
    for (const pid of pids) signal(pid, 'SIGSTOP');
    try {
      await delay(frozenMs);
    } finally {
      for (const pid of pids) signal(pid, 'SIGCONT');
    }
    return { over: performance.now(), says: `stood still for ${frozenMs / 1_000} s` };
  },
);

export const cutOff = onWorkers(
  {
    name: 'citus-node-cut-off',
    promise: 'the network between a worker node and the others swallows everything: nothing is lost or doubled',
    rounds: { full: 20, short: 1 },
    mustFail: true,
    waitsMs: [6_000, 3_000, 25_000],
  },
  async (_, { proxy }, silentMs) => {
    proxy.silence();
    await delay(silentMs);
    // The connections from before are lost.
    proxy.cut();
    proxy.resume();
    return { over: performance.now(), says: `cut off for ${silentMs / 1_000} s` };
  },
);

export const coordinator: Scenario = {
  name: 'citus-coordinator',
  promise: 'the coordinator is killed or stopped, and starts again: nothing is lost or doubled',
  needs: ['citus'],
  rounds: { full: 40, short: 1 },
  run: async (context) => {
    const { installation, cluster } = await citusInstallation(context);
    const [node] = cluster.nodes;
    let round = 0;
    const fault: Fault = {
      name: 'citus-coordinator',
      mustFail: true,
      strike: async () => {
        const isKilled = round++ % 2 === 0;
        await (isKilled ? node!.crash() : node!.halt());
        await node!.start();
        return { over: performance.now(), says: isKilled ? 'killed' : 'stopped' };
      },
    };
    await inRounds(installation, context, fault);
  },
};
