import { setTimeout as delay } from 'node:timers/promises';
import { onDatabase } from '../house/database.ts';
import type { House } from '../house/house.ts';
import { embeddedHouse } from '../house/houses.ts';
import { inRounds, STARTED_WITHIN_MS } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

const QUIET_WITHIN_MS = 10_000;

/** Waits until the database has ended what the killed process had begun. */
const untilQuiet = async (house: House): Promise<void> => {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  await onDatabase(house.database, 'superuser', async (client) => {
    const sql = `select count(*)::int as count from pg_stat_activity where application_name = 'carryover'`;
    while ((await client.query(sql)).rows[0].count > 0 && performance.now() < deadline) await delay(20);
  });
};

/** `kill -9` in the middle of batches; whoever runs the service starts it again at once. */
export const serviceKilled: Fault = {
  name: 'service-killed',
  readyWithinMs: STARTED_WITHIN_MS,
  strike: async (house) => {
    const service = house.service();
    service.kill('SIGKILL');
    await service.ended;
    await untilQuiet(house);
    // Nobody answers now: the tables are compared as the killed process left them, before anything is sent again.
    await house.check('touched');
    const startedAt = performance.now();
    await house.restart();
    const startMs = Math.round(performance.now() - startedAt);
    // The comparison above is the harness's time, not the service's.
    return { over: startedAt, says: `started in ${startMs} ms` };
  },
};

export const scenario: Scenario = {
  name: 'service-killed',
  promise: 'kill -9 of the service in the middle of batches loses nothing, and it starts again on what it left',
  needs: [],
  rounds: { full: 100, short: 3 },
  run: async (context) => inRounds(await embeddedHouse(context, 1_500), context, serviceKilled, { before: [200, 900] }),
};
