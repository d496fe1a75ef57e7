import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onDatabase, signal } from '../environment/database.ts';
import { pairInstallation } from '../environment/installations.ts';
import type { ServerPair } from '../environment/server-pair.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** The primary dies, and its standby is promoted. */
const killed = async ({ primary, kill, promote }: ServerPair): Promise<void> => {
  await kill(primary());
  await promote();
};

const FROZEN_MS = 3_000;

/** The primary answers no longer, its standby is promoted, and then the primary is ended, as a manager of servers does. */
const frozen = async (pair: ServerPair): Promise<void> => {
  const before = pair.primary();
  for (const pid of await before.pids()) signal(pid, 'SIGSTOP');
  await delay(FROZEN_MS);
  await pair.promote();
  await pair.kill(before);
};

/** The primary is made read-only, which its open connections notice at their next write, before the standby is promoted. */
const fenced = async (pair: ServerPair): Promise<void> => {
  const before = pair.primary();
  await onDatabase(before, 'maintenance', async (client) => {
    await client.query('alter system set default_transaction_read_only = on');
    await client.query('select pg_reload_conf()');
  });
  await pair.promote();
  await delay(FROZEN_MS);
  await pair.kill(before);
};

const WAYS = { killed, frozen, fenced };

/** The server that was lost comes back as a standby at its old address before the other one is lost. */
const promoted = (pair: ServerPair): Fault => {
  let round = 0;
  return {
    name: 'standby-promoted',
    mustFail: true,
    strike: async () => {
      await pair.complete();
      const [name, lose] = Object.entries(WAYS)[round++ % 3]!;
      await lose(pair);
      return { over: performance.now(), says: `the primary was ${name}` };
    },
  };
};

export const scenario: Scenario = {
  name: 'standby-promoted',
  promise: 'the primary is lost and its synchronous standby promoted: the service finds it, and nothing is lost',
  needs: [],
  rounds: { full: 6, short: 1 },
  run: async (context) => {
    const { installation, pair } = await pairInstallation(context, join(context.folder, 'servers'));
    await inRounds(installation, context, promoted(pair), { before: [500, 2_000] });
  },
};
