import { setTimeout as delay } from 'node:timers/promises';
import { citusInstallation } from '../environment/citus-installation.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** Times for which the node is down, in turn. */
const DOWN_MS = [0, 2_000, 0];

export const scenario: Scenario = {
  name: 'citus-node-killed',
  promise: 'kill -9 of a worker node of Citus, which starts again at once or after seconds: nothing is lost or doubled',
  needs: ['citus'],
  rounds: { full: 80, short: 2 },
  run: async (context) => {
    const { installation, nodes } = await citusInstallation(context);
    const [, ...workers] = nodes;
    let round = 0;
    const killed: Fault = {
      name: 'citus-node-killed',
      mustFail: true,
      strike: async () => {
        const worker = workers[round % workers.length]!;
        const downMs = DOWN_MS[round % DOWN_MS.length]!;
        round += 1;
        await worker.crash();
        await delay(downMs);
        await worker.start();
        return { over: performance.now(), says: `down for ${downMs / 1_000} s` };
      },
    };
    await inRounds(installation, context, killed);
  },
};
