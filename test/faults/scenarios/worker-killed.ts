import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { familyOf, signal } from '../environment/database.ts';
import type { Installation } from '../environment/installation.ts';
import { ownInstallation } from '../environment/installations.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

const WORKERS = 2;
const READY_WITHIN_MS = 45_000;
const POLL_MS = 50;

/** Waits until every worker has reported that it is ready: those of the start, and one for each that was killed. */
const untilAllListen = async (installation: Installation, killed: number): Promise<void> => {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const log = await readFile(join(installation.dataDir(0), 'service.log'), 'utf8');
    if (log.split('"a worker is ready"').length > WORKERS + killed) return;
    await delay(POLL_MS);
  }
  throw new Error(`Not every worker was ready after ${READY_WITHIN_MS / 1_000} s.`);
};

/** `kill -9` of one of the processes behind the port; the service starts it again by itself. */
const workerKilled = (): Fault => {
  let killed = 0;
  return {
    name: 'worker-killed',
    strike: async (installation, random) => {
      // The other worker is the only one that answers meanwhile.
      await untilAllListen(installation, killed);
      killed += 1;
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
};

export const scenario: Scenario = {
  name: 'worker-killed',
  promise: 'kill -9 of one of two workers: the other goes on answering, and nothing is lost',
  needs: [],
  rounds: { full: 20, short: 2 },
  run: async (context) => {
    const { installation } = await ownInstallation(context, {
      environment: { WORKERS: String(WORKERS), LOG_LEVEL: 'info' },
    });
    await inRounds(installation, context, workerKilled(), { before: [2_500, 3_500] });
  },
};
