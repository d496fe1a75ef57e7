import { setTimeout as delay } from 'node:timers/promises';
import { ownInstallation } from '../environment/installations.ts';
import { type PgBouncer, startPgBouncer } from '../environment/pgbouncer.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'pgbouncer',
  promise: 'two processes behind PgBouncer in transaction mode, which is killed and started again: nothing is lost',
  needs: ['pgbouncer'],
  rounds: { full: 20, short: 2 },
  run: async (context) => {
    let pooler: PgBouncer | undefined;
    const via = async (url: string) => {
      pooler = await startPgBouncer(url, context.endings);
      return pooler.url;
    };
    const { installation } = await ownInstallation(context, { processes: 2, via });
    const killed: Fault = {
      name: 'pgbouncer-killed',
      mustFail: true,
      strike: async (_, random) => {
        await pooler!.crash();
        await delay(random.whole(1_000));
        await pooler!.start();
        return { over: performance.now() };
      },
    };
    await inRounds(installation, context, killed, { before: [600, 1_500] });
  },
};
