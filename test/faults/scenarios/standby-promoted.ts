import { setTimeout as delay } from 'node:timers/promises';
import { onDatabase, signal } from '../environment/database.ts';
import type { ServerPair } from '../environment/server-pair.ts';
import type { Fault } from '../scenario.ts';

const LOST_FOR_MS = 3_000;
/** How a primary is lost before its standby is promoted. */
const LOSSES: Readonly<Record<string, (pair: ServerPair) => Promise<void>>> = {
  killed: async ({ primary, kill, promote }) => {
    await kill(primary());
    await promote();
  },
  /** It answers no longer, and is ended after the promotion, as a manager of servers does. */
  frozen: async (pair) => {
    const before = pair.primary();
    for (const pid of await before.pids()) signal(pid, 'SIGSTOP');
    await delay(LOST_FOR_MS);
    await pair.promote();
    await pair.kill(before);
  },
  /** It is made read-only, which its open connections notice at their next write, before the promotion. */
  fenced: async (pair) => {
    const before = pair.primary();
    await onDatabase(before, 'maintenance', async (client) => {
      await client.query('alter system set default_transaction_read_only = on');
      await client.query('select pg_reload_conf()');
    });
    await pair.promote();
    await delay(LOST_FOR_MS);
    await pair.kill(before);
  },
};

/** The server that was lost comes back as a standby at its old address before the other one is lost. */
export const promoted = (pair: ServerPair): Fault => {
  let round = 0;
  return {
    name: 'standby-promoted',
    mustFail: true,
    strike: async () => {
      await pair.complete();
      const [name, lose] = Object.entries(LOSSES)[round++ % 3]!;
      await lose(pair);
      return { over: performance.now(), says: `the primary was ${name}` };
    },
  };
};
