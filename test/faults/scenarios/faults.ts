import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { onDatabase, signal, untilGone } from '../environment/database.ts';
import type { Installation } from '../environment/installation.ts';
import { STARTED_WITHIN_MS } from '../rounds.ts';
import type { Fault, Struck } from '../scenario.ts';

/** The faults that strike any installation of the service. Those that need a server, proxy or volume are in the table. */

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
export const serverStopped: Fault = {
  name: 'database-stopped',
  mustFail: true,
  strike: async ({ database }) => {
    await database.stop();
    return { over: performance.now() };
  },
};

/** Stops processes for a time, as on a machine that is paged out or moved. */
export const freeze = async (pids: ReadonlyArray<number>, forMs: number): Promise<Struck> => {
  for (const pid of pids) signal(pid, 'SIGSTOP');
  try {
    await delay(forMs);
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT');
  }
  return { over: performance.now(), says: `stood still for ${forMs / 1_000} s` };
};

/** All processes of the server stand still. */
export const databaseFrozen = (forMs: number): Fault => ({
  name: 'database-frozen',
  strike: async ({ database }) => freeze(await database.pids(), forMs),
});

const ATTEMPTS = 20;
const DEADLOCK = '40P01';

/** Takes locks in a transaction; one that PostgreSQL chose to end a deadlock with the service begins again. */
const take = async (client: pg.Client, sql: string): Promise<void> => {
  for (let left = ATTEMPTS; ; left -= 1) {
    await client.query('begin');
    try {
      await client.query(sql);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || left === 0) throw error;
      await client.query('rollback');
    }
  }
};

/** Another session holds locks for some seconds; the fault is over when they are released. */
const locked = (name: string, sql: string): Fault => ({
  name,
  mustFail: true,
  strike: async ({ database }, random) => {
    const forMs = random.between(6_000, 8_000);
    await onDatabase(database, 'superuser', async (client) => {
      await take(client, sql);
      await delay(forMs);
      await client.query('rollback');
    });
    return { over: performance.now(), says: `held for ${forMs / 1_000} s` };
  },
});

/** Every connection of the pool waits for an account. */
export const accountsLocked = locked('accounts-locked', 'select id from account for update');

/** As a careless change of the schema does it. */
export const tablesLocked = locked(
  'tables-locked',
  'lock table note, ledger_transaction, historical_statement, accepted_import in access exclusive mode',
);

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

const QUIET_WITHIN_MS = 60_000;

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

/** Ten seconds for what was accepted, a second before that in which it is no longer ready, and leaving the database. */
const ENDED_WITHIN_MS = 13_000;
/** Requests sent this long before the signal have been read by then. */
const READ_WITHIN_MS = 50;

/** `SIGTERM` under load: what was accepted is answered, and the process ends by itself, with 0. */
export const toldToStop: Fault = {
  name: 'told-to-stop',
  readyWithinMs: STARTED_WITHIN_MS,
  strike: async (installation) => {
    const { watch } = installation;
    const service = installation.service();
    installation.mayBeSilent = true;
    watch.unanswered.length = 0;
    const toldAt = performance.now();
    service.kill('SIGTERM');
    const { code, signal: by, at } = await service.ended;
    const tookMs = Math.round(at - toldAt);
    const forgotten = watch.unanswered.filter(({ sentAt }) => sentAt < toldAt - READ_WITHIN_MS);
    if (code !== 0) watch.complain(`told to stop, it ended with ${by ?? code}`);
    if (tookMs > ENDED_WITHIN_MS) watch.complain(`told to stop, it took ${tookMs} ms`);
    for (const { why, sentAt } of forgotten)
      watch.complain(`a request sent ${Math.round(toldAt - sentAt)} ms before the signal has no answer: ${why}`);
    const startedAt = performance.now();
    await installation.restart();
    installation.mayBeSilent = false;
    return { over: startedAt, says: `ended in ${tookMs} ms` };
  },
};

/** One fault after the other, round by round; it must fail if all of them must. */
export const inTurn = (name: string, ...faults: readonly [Fault, ...Fault[]]): Fault => {
  let round = 0;
  return {
    name,
    ...(faults.every(({ mustFail }) => mustFail) && { mustFail: true as const }),
    strike: async (...on) => {
      const fault = faults[round++ % faults.length]!;
      const struck = await fault.strike(...on);
      return { ...struck, says: struck.says ?? fault.name };
    },
  };
};
