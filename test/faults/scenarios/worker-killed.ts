import { familyOf, signal } from '../environment/database.ts';
import { ownInstallation } from '../environment/installations.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** `kill -9` of one of the processes behind the port; the service starts it again by itself. */
const workerKilled: Fault = {
  name: 'worker-killed',
  strike: async (installation, random) => {
    const [, ...workers] = await familyOf(installation.service().pid);
    const victim = random.pick(workers);
    // Its connections break, those of the health checks among them.
    installation.mayBeSilent = true;
    signal(victim, 'SIGKILL');
    setTimeout(() => {
      installation.mayBeSilent = false;
    }, 500);
    return { over: performance.now() };
  },
};

export const scenario: Scenario = {
  name: 'worker-killed',
  promise: 'kill -9 of one of two workers: the other goes on answering, and nothing is lost',
  needs: [],
  rounds: { full: 20, short: 2 },
  run: async (context) => {
    const { installation } = await ownInstallation(context, { environment: { WORKERS: '2' } });
    await inRounds(installation, context, workerKilled, { before: [2_500, 3_500] });
  },
};
