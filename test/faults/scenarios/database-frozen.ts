import { setTimeout as delay } from 'node:timers/promises';
import { signal } from '../environment/database.ts';
import { embeddedInstallation } from '../environment/installations.ts';
import { inRounds } from '../rounds.ts';
import type { Context, Fault, Scenario } from '../scenario.ts';

/** All processes of the server stand still, as on a machine that is paged out or moved. */
export const databaseFrozen = (forMs: number): Fault => ({
  name: 'database-frozen',
  strike: async ({ database }) => {
    const pids = await database.pids();
    for (const pid of pids) signal(pid, 'SIGSTOP');
    try {
      await delay(forMs);
    } finally {
      for (const pid of pids) signal(pid, 'SIGCONT');
    }
    return { over: performance.now(), says: `stood still for ${forMs / 1_000} s` };
  },
});

const SHORT_MS = 8_000;
/** Longer than the service waits for a statement, and than it keeps a connection that says nothing. */
const LONG_MS = 40_000;

const run = async (context: Context): Promise<void> => {
  const installation = await embeddedInstallation(context);
  let round = 0;
  const fault: Fault = {
    name: 'database-frozen',
    strike: (...on) => databaseFrozen(round++ % 2 === 0 ? SHORT_MS : LONG_MS).strike(...on),
  };
  await inRounds(installation, context, fault);
};

export const scenario: Scenario = {
  name: 'database-frozen',
  promise:
    'PostgreSQL is frozen for 8 and for 40 s: no request waits for more than a minute, and requests are served once it continues',
  needs: [],
  onlyIn: 'full',
  rounds: { full: 4, short: 1 },
  run,
};
