import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { onDatabase } from '../environment/database.ts';
import type { Installation } from '../environment/installation.ts';
import { ownInstallation } from '../environment/installations.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** Small, so that foreign sessions fill it in a moment. */
const MAX_CONNECTIONS = '40';

const END_SERVICE_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carryover'`;

/** Opens sessions until the server refuses one. @returns how many it opened. */
const takeFree = async ({ database }: Installation, taken: pg.Client[]): Promise<number> => {
  const before = taken.length;
  for (;;) {
    const client = await database.connect('carryover').catch(() => null);
    if (client === null) return taken.length - before;
    taken.push(client);
  }
};

/** The service connects again as fast as foreign sessions do: it is shut out when none of its sessions and no free one is left. */
const takeAll = async (installation: Installation, taken: pg.Client[]): Promise<void> => {
  await onDatabase(installation.database, 'superuser', async (client) => {
    for (let changed = true; changed; ) {
      const opened = await takeFree(installation, taken);
      const { rowCount } = await client.query(END_SERVICE_SESSIONS);
      changed = opened > 0 || rowCount !== 0;
    }
  });
};

/** Foreign sessions take every connection of the server, those of the service too. */
export const connectionsTaken: Fault = {
  name: 'connections-taken',
  mustFail: true,
  strike: async (installation) => {
    const taken: pg.Client[] = [];
    await takeAll(installation, taken);
    await delay(2_500);
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
    return { over: performance.now(), says: `${taken.length} foreign sessions` };
  },
};

export const scenario: Scenario = {
  name: 'connections-taken',
  promise: 'foreign sessions take all connections of the server: 503 meanwhile, and served once they are gone',
  needs: [],
  onlyIn: 'full',
  rounds: { full: 8, short: 1 },
  run: async (context) => {
    const { installation } = await ownInstallation(context, { settings: { max_connections: MAX_CONNECTIONS } });
    await inRounds(installation, context, connectionsTaken);
  },
};
