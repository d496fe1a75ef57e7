import { signal, untilGone } from '../environment/database.ts';
import { embeddedInstallation, ownInstallation } from '../environment/installations.ts';
import { inRounds } from '../rounds.ts';
import type { Fault, Scenario } from '../scenario.ts';

/** `kill -9` of the server; the service that started it starts it again. */
export const serverKilled: Fault = {
  name: 'database-killed',
  mustFail: true,
  strike: async ({ database }) => {
    const pids = await database.pids();
    signal(pids[0]!, 'SIGKILL');
    const over = performance.now();
    // Its processes live a moment longer than it, and answer.
    await untilGone(pids);
    return { over };
  },
};

/** `kill -9` of one server process: PostgreSQL then ends all others and recovers by itself. */
export const backendKilled: Fault = {
  name: 'backend-killed',
  strike: async ({ database }, random) => {
    const [, ...processes] = await database.pids();
    signal(random.pick(processes), 'SIGKILL');
    const over = performance.now();
    await untilGone(processes);
    return { over };
  },
};

/** Somebody stops the embedded server in good order, as the end of a system does. */
const serverStopped: Fault = {
  name: 'database-stopped',
  mustFail: true,
  strike: async ({ database }) => {
    await database.stop();
    return { over: performance.now() };
  },
};

export const embedded: Scenario = {
  name: 'database-killed',
  promise: 'kill -9 of the embedded PostgreSQL, or of one of its processes: the service revives it and loses nothing',
  needs: [],
  onlyIn: 'full',
  rounds: { full: 20, short: 2 },
  run: async (context) => {
    let round = 0;
    const either: Fault = {
      name: 'database-killed',
      mustFail: true,
      strike: async (installation, random) => {
        const { strike, name } = round++ % 2 === 0 ? serverKilled : backendKilled;
        return { ...(await strike(installation, random)), says: name };
      },
    };
    await inRounds(await embeddedInstallation(context), context, either, { before: [1_000, 3_000] });
  },
};

export const external: Scenario = {
  name: 'database-restarted',
  promise: 'kill -9 and immediate restart of the PostgreSQL behind DATABASE_URL: the service finds its way back',
  needs: [],
  rounds: { full: 20, short: 2 },
  run: async (context) => {
    const { installation, server } = await ownInstallation(context);
    const restarted: Fault = {
      name: 'database-restarted',
      strike: async () => {
        await server.crash();
        await server.start();
        return { over: performance.now() };
      },
    };
    await inRounds(installation, context, restarted, { before: [500, 1_500] });
  },
};

export const stopped: Scenario = {
  name: 'database-stopped',
  promise: 'the embedded PostgreSQL is stopped in good order by others: the service starts it again and loses nothing',
  needs: [],
  rounds: { full: 5, short: 1 },
  run: async (context) =>
    inRounds(await embeddedInstallation(context), context, serverStopped, { before: [1_000, 3_000] }),
};
