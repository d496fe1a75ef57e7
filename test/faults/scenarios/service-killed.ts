import { setTimeout as delay } from 'node:timers/promises';
import { onDatabase } from '../environment/database.ts';
import type { Installation } from '../environment/installation.ts';
import { embeddedInstallation } from '../environment/installations.ts';
import { inRounds, STARTED_WITHIN_MS } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

const QUIET_WITHIN_MS = 10_000;

/** Waits until the database has ended what the killed process had begun. */
const untilQuiet = async (installation: Installation): Promise<void> => {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  await onDatabase(installation.database, 'superuser', async (client) => {
    const sql = `select count(*)::int as count from pg_stat_activity where application_name = 'carryover'`;
    while ((await client.query(sql)).rows[0].count > 0 && performance.now() < deadline) await delay(20);
  });
};

/** `kill -9` in the middle of batches; a supervisor starts the service again at once. */
export const serviceKilled: Fault = {
  name: 'service-killed',
  readyWithinMs: STARTED_WITHIN_MS,
  strike: async (installation) => {
    const service = installation.service();
    service.kill('SIGKILL');
    await service.ended;
    await untilQuiet(installation);
    // Nobody answers now: the tables are compared as the killed process left them, before anything is sent again.
    await installation.check('touched');
    const startedAt = performance.now();
    await installation.restart();
    const startMs = Math.round(performance.now() - startedAt);
    // The comparison above is the harness's time, not the service's.
    return { over: startedAt, says: `started in ${startMs} ms` };
  },
};

export const scenario: Scenario = {
  name: 'service-killed',
  promise: 'kill -9 of the service in the middle of batches loses nothing, and it starts again on what it left',
  needs: [],
  rounds: { full: 100, short: 2 },
  run: async (context) =>
    inRounds(await embeddedInstallation(context, 1_500), context, serviceKilled, { before: [200, 900] }),
};
