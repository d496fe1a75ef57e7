import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { layoutOf } from '@carryover/embedded-postgres/cluster';
import { familyOf, onDatabase, signal } from '../environment/database.ts';
import type { Installation } from '../environment/installation.ts';
import { embeddedInstallation, ownInstallation, pairInstallation } from '../environment/installations.ts';
import { type PgBouncer, startPgBouncer } from '../environment/pgbouncer.ts';
import { startProxy, type TcpProxy } from '../environment/proxy.ts';
import { mountVolume, moveTo, type Volume } from '../environment/volume.ts';
import { openConnection } from '../load/http.ts';
import { findFaketime } from '../needs.ts';
import { inRounds } from '../rounds.ts';
import type { Context, Fault, Scenario } from '../scenario.ts';
import { CITUS_SCENARIOS } from './citus.ts';
import {
  accountsLocked,
  backendKilled,
  connectionsRefused,
  connectionsTaken,
  databaseFrozen,
  inTurn,
  serverKilled,
  serverStopped,
  serviceKilled,
  tablesLocked,
  toldToStop,
} from './faults.ts';
import { scenario as feed } from './feed.ts';
import { scenario as longLoad } from './long-load.ts';
import { promoted } from './standby-promoted.ts';
import { scenario as twoServices } from './two-services.ts';
import { scenario as vendorsFailing } from './vendors-failing.ts';

/** A fault that is made again and again under load. */
type Repeated = Omit<Scenario, 'needs' | 'run'> & {
  readonly needs?: Scenario['needs'];
  /** Duration of the load before each fault, in milliseconds. */
  readonly before?: readonly [least: number, most: number];
  readonly make: (context: Context) => Promise<{ readonly installation: Installation; readonly fault: Fault }>;
};

const repeated = ({ make, before, needs = [], ...of }: Repeated): Scenario => ({
  ...of,
  needs,
  run: async (context) => {
    const { installation, fault } = await make(context);
    await inRounds(installation, context, fault, before === undefined ? {} : { before });
  },
});

/** On the service with the server that it starts and revives itself. */
const onEmbedded = (fault: Fault, accounts?: number) => async (context: Context) => ({
  installation: await embeddedInstallation(context, accounts),
  fault,
});

const halted = (server: Awaited<ReturnType<typeof ownInstallation>>['server']): Fault => ({
  name: 'database-away',
  mustFail: true,
  strike: async (_, random) => {
    await server.halt();
    await delay(random.between(1_500, 4_000));
    await server.start();
    return { over: performance.now() };
  },
});

const WORKERS = 2;
const WORKERS_READY_WITHIN_MS = 45_000;

/** Waits until every worker has reported that it is ready: those of the start, and one for each that was killed. */
const untilAllListen = async (installation: Installation, killed: number): Promise<void> => {
  const deadline = performance.now() + WORKERS_READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const log = await readFile(join(installation.dataDir(0), 'service.log'), 'utf8');
    if (log.split('"a worker is ready"').length > WORKERS + killed) return;
    await delay(50);
  }
  throw new Error(`Not every worker was ready after ${WORKERS_READY_WITHIN_MS / 1_000} s.`);
};

/** `kill -9` of one of the processes behind the port; the service starts it again by itself. */
const workerKilled = (): Fault => {
  let killed = 0;
  return {
    name: 'worker-killed',
    strike: async (installation, random) => {
      // The other worker is the only one that answers meanwhile.
      await untilAllListen(installation, killed);
      killed += 1;
      const [, ...workers] = await familyOf(installation.service().pid);
      const victim = random.pick(workers);
      // Its connections break, those of the health checks among them.
      installation.mayBeSilent = true;
      signal(victim, 'SIGKILL');
      setTimeout(() => {
        installation.mayBeSilent = false;
      }, 500);
      return { over: performance.now() };
    },
  };
};

const SILENCES_MS = [6_000, 3_000, 35_000];

/** A network between service and PostgreSQL that swallows everything for some time. */
const networkSilent = (proxy: TcpProxy): Fault => {
  let round = 0;
  return {
    name: 'network-silent',
    strike: async (_, random) => {
      const silentMs = SILENCES_MS[round++ % SILENCES_MS.length]!;
      proxy.silence();
      await delay(silentMs);
      // The network comes back with the old connections, or with none of them.
      if (random.whole(2) === 0) proxy.cut();
      proxy.resume();
      return { over: performance.now(), says: `silent for ${silentMs / 1_000} s` };
    },
  };
};

/** Moves one folder of the service's database to its own volume while the service is stopped. */
const onVolume = async (context: Context, name: 'base' | 'pg_wal', megabytes: number) => {
  const volume = await mountVolume(megabytes, context.endings);
  const installation: Installation = await embeddedInstallation(context, 200);
  installation.mayBeSilent = true;
  await installation.service().stop();
  await moveTo(volume, join(layoutOf(installation.dataDir(0)).cluster, name), name);
  await installation.restart();
  installation.mayBeSilent = false;
  return { installation, volume };
};

/** More files than the volume holds. */
const MOST_FILES = 500;

/** Uses up the preallocated files of the log: otherwise it would take a minute or more until the load has an effect. */
const useUpLog = async ({ database }: Installation): Promise<void> => {
  const next = `select pg_logical_emit_message(false, 'faults', 'full'), pg_switch_wal()`;
  await onDatabase(database, 'superuser', async (client) => {
    for (let files = 0; files < MOST_FILES; files += 1) await client.query(next);
  }).catch(() => undefined); // It ends with the server; if it could not start, the fault has no effect, which is reported.
};

const full = (
  name: string,
  volume: Volume,
  leavingBytes: number,
  worsen: (installation: Installation) => Promise<void> = async () => undefined,
): Fault => ({
  name,
  mustFail: true,
  strike: async (installation) => {
    await volume.fill(leavingBytes);
    await worsen(installation);
    await delay(4_000);
    await volume.free();
    return { over: performance.now() };
  },
});

/** Forward, back to now, back, and to now again: longer than a token lives. */
const OFFSETS_S = [7_200, 0, -7_200, 0];
const CLOCK_TOLERANCE_MS = 5_000;

/** Returns the offset of the service's clock from ours, by the date of a response. */
const offsetMs = async (installation: Installation): Promise<number> => {
  const connection = openConnection(() => installation.service().port);
  const outcome = await connection.send({ method: 'GET', path: '/livez' });
  connection.close();
  return outcome.kind === 'answer' ? Date.parse(outcome.headers.get('date') ?? '') - Date.now() : Number.NaN;
};

const clockMoved = (setClock: (seconds: number) => Promise<void>): Fault => {
  let round = 0;
  return {
    name: 'clock-moved',
    strike: async (installation) => {
      const seconds = OFFSETS_S[round++ % OFFSETS_S.length]!;
      await setClock(seconds);
      const over = performance.now();
      // Its answers carry a date that is made once per second.
      await delay(1_500);
      const seen = await offsetMs(installation);
      if (!(Math.abs(seen - seconds * 1_000) < CLOCK_TOLERANCE_MS))
        installation.watch.complain(`the clock was set ${seconds} s off, and is ${seen / 1_000} s off`);
      return { over: over + 1_500, says: `${seconds} s` };
    },
  };
};

/** In the order they are run: the longest first, beside which others run in the short form. */
export const SCENARIOS: ReadonlyArray<Scenario> = [
  ...CITUS_SCENARIOS,
  longLoad,
  feed,
  repeated({
    name: 'service-killed',
    promise: 'kill -9 of the service in the middle of batches loses nothing, and it starts again on what it left',
    rounds: { full: 100, short: 2 },
    before: [200, 900],
    make: onEmbedded(serviceKilled, 1_500),
  }),
  repeated({
    name: 'worker-killed',
    promise: 'kill -9 of one of two workers: the other goes on answering, and nothing is lost',
    rounds: { full: 20, short: 2 },
    before: [2_500, 3_500],
    make: async (context) => ({
      ...(await ownInstallation(context, { environment: { WORKERS: String(WORKERS), LOG_LEVEL: 'info' } })),
      fault: workerKilled(),
    }),
  }),
  repeated({
    name: 'database-killed',
    promise: 'kill -9 of the embedded PostgreSQL, or of one of its processes: the service revives it and loses nothing',
    onlyIn: 'full',
    rounds: { full: 20, short: 2 },
    before: [1_000, 3_000],
    make: onEmbedded({ ...inTurn('database-killed', serverKilled, backendKilled), mustFail: true }),
  }),
  repeated({
    name: 'database-restarted',
    promise: 'kill -9 and immediate restart of the PostgreSQL behind DATABASE_URL: the service finds its way back',
    rounds: { full: 20, short: 2 },
    before: [500, 1_500],
    make: async (context) => {
      const { installation, server } = await ownInstallation(context);
      const strike = async () => {
        await server.crash();
        await server.start();
        return { over: performance.now() };
      };
      return { installation, fault: { name: 'database-restarted', strike } };
    },
  }),
  repeated({
    name: 'database-stopped',
    promise:
      'the embedded PostgreSQL is stopped in good order by others: the service starts it again and loses nothing',
    rounds: { full: 5, short: 1 },
    before: [1_000, 3_000],
    make: onEmbedded(serverStopped),
  }),
  repeated({
    name: 'standby-promoted',
    promise: 'the primary is lost and its synchronous standby promoted: the service finds it, and nothing is lost',
    onlyIn: 'full',
    rounds: { full: 6, short: 1 },
    before: [500, 2_000],
    make: async (context) => {
      const { installation, pair } = await pairInstallation(context, join(context.folder, 'servers'));
      return { installation, fault: promoted(pair) };
    },
  }),
  repeated({
    name: 'told-to-stop',
    promise: 'SIGTERM under load: every accepted request is answered, the process ends with 0 in time, nothing is lost',
    onlyIn: 'full',
    rounds: { full: 20, short: 2 },
    before: [500, 1_500],
    // Stopping the service stops its database: the comparison needs one that stays.
    make: async (context) => ({ ...(await ownInstallation(context)), fault: toldToStop }),
  }),
  repeated({
    name: 'pool-exhausted',
    promise:
      'every pooled connection waits for a lock: requests are answered 503 meanwhile, and served once it is free',
    onlyIn: 'full',
    rounds: { full: 8, short: 1 },
    make: onEmbedded(accountsLocked),
  }),
  repeated({
    name: 'connections-taken',
    promise: 'foreign sessions take all connections of the server: 503 meanwhile, and served once they are gone',
    onlyIn: 'full',
    rounds: { full: 8, short: 1 },
    // So few that foreign sessions fill it in a moment.
    make: async (context) => ({
      ...(await ownInstallation(context, { settings: { max_connections: '40' } })),
      fault: connectionsTaken,
    }),
  }),
  repeated({
    name: 'connections-refused',
    promise: 'PostgreSQL refuses connections, or is away for seconds: 503 meanwhile, and served once it is back',
    rounds: { full: 10, short: 2 },
    make: async (context) => {
      const { installation, server } = await ownInstallation(context);
      return { installation, fault: inTurn('connections-refused', connectionsRefused, halted(server)) };
    },
  }),
  repeated({
    name: 'tables-locked',
    promise: 'every statement hangs behind a lock on its table for seconds: 503 meanwhile, and served once it is free',
    onlyIn: 'full',
    rounds: { full: 8, short: 1 },
    make: onEmbedded(tablesLocked),
  }),
  repeated({
    name: 'database-frozen',
    promise:
      'PostgreSQL is frozen for 8 and for 40 s: no request waits for more than a minute, and requests are served once it continues',
    onlyIn: 'full',
    rounds: { full: 4, short: 1 },
    // The second is longer than the service waits for a statement, and than it keeps a connection that says nothing.
    make: onEmbedded(inTurn('database-frozen', databaseFrozen(8_000), databaseFrozen(40_000))),
  }),
  repeated({
    name: 'network-silent',
    promise: 'the network to PostgreSQL swallows everything for seconds: nobody waits over a minute, nothing is lost',
    rounds: { full: 6, short: 1 },
    make: async (context) => {
      let proxy: TcpProxy | undefined;
      const via = async (url: string) => {
        const direct = new URL(url);
        proxy = await startProxy(Number(direct.port), context.endings);
        direct.port = String(proxy.port);
        return direct.href;
      };
      const { installation } = await ownInstallation(context, { via });
      return { installation, fault: networkSilent(proxy!) };
    },
  }),
  repeated({
    name: 'disk-full',
    promise:
      "the volume of the database's tables is full (SQLSTATE 53100): 503 meanwhile, and served once there is space",
    needs: ['linux', 'root', 'volume'],
    rounds: { full: 6, short: 1 },
    make: async (context) => {
      const { installation, volume } = await onVolume(context, 'base', 768);
      return { installation, fault: full('disk-full', volume, 256 * 1024) };
    },
  }),
  repeated({
    name: 'wal-full',
    promise:
      'the volume of the write-ahead log is full: PostgreSQL panics, and the service restarts it once there is space',
    needs: ['linux', 'root', 'volume'],
    rounds: { full: 6, short: 1 },
    make: async (context) => {
      const { installation, volume } = await onVolume(context, 'pg_wal', 1_536);
      return { installation, fault: full('wal-full', volume, 0, useUpLog) };
    },
  }),
  twoServices,
  repeated({
    name: 'pgbouncer',
    promise: 'two processes behind PgBouncer in transaction mode, which is killed and started again: nothing is lost',
    needs: ['pgbouncer'],
    rounds: { full: 20, short: 2 },
    before: [600, 1_500],
    make: async (context) => {
      let pooler: PgBouncer | undefined;
      const via = async (url: string) => {
        pooler = await startPgBouncer(url, context.endings);
        return pooler.url;
      };
      const { installation } = await ownInstallation(context, { processes: 2, via });
      const strike: Fault['strike'] = async (_, random) => {
        await pooler!.crash();
        await delay(random.whole(1_000));
        await pooler!.start();
        return { over: performance.now() };
      };
      return { installation, fault: { name: 'pgbouncer-killed', mustFail: true, strike } };
    },
  }),
  repeated({
    name: 'clock-moved',
    promise: "the service's clock jumps two hours forward and back: tokens expire, nothing hangs, nothing is lost",
    needs: ['linux', 'faketime'],
    rounds: { full: 12, short: 2 },
    before: [500, 1_500],
    make: async (context) => {
      const file = join(context.folder, 'clock');
      const setClock = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
      await setClock(0);
      const environment = {
        LD_PRELOAD: (await findFaketime())!,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        // Time-outs are measured on the clock that never jumps.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
      const { installation } = await ownInstallation(context, { environment });
      return { installation, fault: clockMoved(setClock) };
    },
  }),
  vendorsFailing,
];
