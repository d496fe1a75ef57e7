import { familyOf, signal } from '../house/database.ts';
import { ownHouse } from '../house/houses.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** `kill -9` of one of the processes behind the port; the service starts it again by itself. */
export const workerKilled: Fault = {
  name: 'worker-killed',
  strike: async (house, random) => {
    const [, ...workers] = await familyOf(house.service().pid);
    const victim = random.pick(workers);
    // Its connections break, those of the health checks among them.
    house.mayBeSilent = true;
    signal(victim, 'SIGKILL');
    setTimeout(() => {
      house.mayBeSilent = false;
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
    const { house } = await ownHouse(context, { environment: { WORKERS: '2' } });
    await inRounds(house, context, workerKilled, { before: [2_500, 3_500] });
  },
};
