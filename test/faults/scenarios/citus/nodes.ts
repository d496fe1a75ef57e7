import { setTimeout as delay } from 'node:timers/promises';
import type { CitusNode, CitusNodes } from '../../environment/citus-nodes.ts';
import { signal } from '../../environment/database.ts';
import type { Fault, Struck } from '../../scenario.ts';

/** A fault of a cluster. */
export type CitusFault = {
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
        const worker = workers[round % workers.length]!;
        const waitMs = waitsMs[round % waitsMs.length]!;
        round += 1;
        return strike(worker, waitMs);
      },
    };
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
  async (worker, downMs) => {
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
  async (worker, frozenMs) => {
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
  async ({ proxy }, silentMs) => {
    proxy.silence();
    await delay(silentMs);
    // The connections from before are lost.
    proxy.cut();
    proxy.resume();
    return { over: performance.now(), says: `cut off for ${silentMs / 1_000} s` };
  },
);

export const coordinator: CitusFault = {
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
