import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { onDatabase } from '../environment/database.ts';
import { ownInstallation } from '../environment/installations.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** Small, so that foreign sessions fill it in a moment. */
const MAX_CONNECTIONS = '40';

/** Foreign sessions take every connection of the server that is free, and those of the service once it has lost them. */
export const connectionsTaken: Fault = {
  name: 'connections-taken',
  mustFail: true,
  strike: async ({ database }) => {
    const taken: pg.Client[] = [];
    const takeAll = async () => {
      for (;;) {
        const client = await database.connect('carryover').catch(() => null);
        if (client === null) return;
        taken.push(client);
      }
    };
    await takeAll();
    await onDatabase(database, 'superuser', async (client) => {
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carryover'`);
    });
    await takeAll();
    const count = taken.length;
    await delay(2_500);
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
    return { over: performance.now(), says: `${count} foreign sessions` };
  },
};

export const scenario: Scenario = {
  name: 'connections-taken',
  promise: 'foreign sessions take all connections of the server: 503 meanwhile, and served once they are gone',
  needs: [],
  rounds: { full: 8, short: 1 },
  run: async (context) => {
    const { installation } = await ownInstallation(context, { settings: { max_connections: MAX_CONNECTIONS } });
    await inRounds(installation, context, connectionsTaken);
  },
};
