import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { layoutOf } from '@carryover/embedded-postgres/cluster';
import { findServer, readPidFile, stopServer } from '@carryover/embedded-postgres/server';
import pg from 'pg';

/** The service's own, the superuser on its database, and the superuser on another. */
export type Role = 'carryover' | 'superuser' | 'maintenance';

const NAMES: Readonly<Record<Role, readonly [user: string, database: string]>> = {
  carryover: ['carryover', 'carryover'],
  superuser: ['postgres', 'carryover'],
  maintenance: ['postgres', 'postgres'],
};

/** The PostgreSQL server of a data directory, started by any process. */
export type Database = {
  /** As the service connects. */
  readonly url: () => Promise<string>;
  readonly connect: (role: Role) => Promise<pg.Client>;
  /** The server and all processes it started. */
  readonly pids: () => Promise<ReadonlyArray<number>>;
  readonly serverPid: () => Promise<number>;
  /** Ends it, unless somebody has. */
  readonly stop: () => Promise<void>;
};

const CONNECT_WITHIN_MS = 5_000;

/** Signals a process that may have ended. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** All processes below one, it included. */
export const familyOf = async (ancestor: number): Promise<ReadonlyArray<number>> => {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=']);
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const found = [ancestor];
  for (const one of found) found.push(...pairs.filter(([, parent]) => parent === one).map(([pid]) => pid));
  return found;
};

const GONE_WITHIN_MS = 60_000;

/** Waits until none of these processes runs; zombie processes do not count. */
export const untilGone = async (pids: ReadonlyArray<number>): Promise<void> => {
  const deadline = performance.now() + GONE_WITHIN_MS;
  while (performance.now() < deadline) {
    const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,stat=']);
    const running = new Set(
      stdout
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(([, state]) => state !== undefined && !state.startsWith('Z'))
        .map(([pid]) => Number(pid)),
    );
    if (!pids.some((pid) => running.has(pid))) return;
    await delay(10);
  }
};

/** @param dataDir as the service's `DATA_DIR`. */
export const databaseIn = (dataDir: string): Database => {
  const layout = layoutOf(dataDir);
  const address = async (user: string, name: string): Promise<string> => {
    const [password, { port }] = await Promise.all([readFile(layout.password, 'utf8'), readPidFile(layout)]);
    return `postgres://${user}:${password.trim()}@127.0.0.1:${port}/${name}`;
  };
  const serverPid = async (): Promise<number> => {
    const server = await findServer(layout);
    if (server === undefined) throw new Error(`No PostgreSQL runs in ${layout.cluster}.`);
    return server.pid;
  };
  return {
    url: () => address('carryover', 'carryover'),
    connect: async (role) => {
      const url = await address(...NAMES[role]);
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
      // The server is about to be killed: a lost connection fails its query, not this process.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    serverPid,
    pids: async () => familyOf(await serverPid()),
    stop: () => stopServer(layout),
  };
};

/** Runs `work` on its own connection. */
export const onDatabase = async <A>(
  database: Database,
  role: Role,
  work: (client: pg.Client) => Promise<A>,
): Promise<A> => {
  const client = await database.connect(role);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};
