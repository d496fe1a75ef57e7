import { setTimeout as delay } from 'node:timers/promises';
import { onDatabase } from '../environment/database.ts';
import type { Installation } from '../environment/installation.ts';
import { ownInstallation } from '../environment/installations.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

const DATABASE = 'carryover';

/** As the superuser on the database that stays open. */
const onOther = async ({ database }: Installation, statements: ReadonlyArray<string>): Promise<void> =>
  onDatabase(database, 'maintenance', async (client) => {
    for (const sql of statements) await client.query(sql);
  });

/** PostgreSQL runs but accepts no connections to the database. */
export const connectionsRefused: Fault = {
  name: 'connections-refused',
  mustFail: true,
  strike: async (installation, random) => {
    await onOther(installation, [
      `alter database ${DATABASE} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${DATABASE}'`,
    ]);
    await delay(random.between(1_500, 4_000));
    await onOther(installation, [`alter database ${DATABASE} allow_connections true`]);
    return { over: performance.now() };
  },
};

export const scenario: Scenario = {
  name: 'connections-refused',
  promise: 'PostgreSQL refuses connections, or is away for seconds: 503 meanwhile, and served once it is back',
  needs: [],
  rounds: { full: 10, short: 2 },
  run: async (context) => {
    const { installation, server } = await ownInstallation(context);
    const away: Fault = {
      name: 'database-away',
      mustFail: true,
      strike: async (_, random) => {
        await server.halt();
        await delay(random.between(1_500, 4_000));
        await server.start();
        return { over: performance.now() };
      },
    };
    let round = 0;
    const either: Fault = {
      name: 'connections-refused',
      mustFail: true,
      strike: async (...on) => {
        const fault = round++ % 2 === 0 ? connectionsRefused : away;
        return { ...(await fault.strike(...on)), says: fault.name };
      },
    };
    await inRounds(installation, context, either);
  },
};
