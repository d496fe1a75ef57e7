import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIfThere } from '@carryover/settings/private-file';
import { shellWord } from '@carryover/settings/shell-word';
import type { Layout } from './cluster.ts';
import { runInDirectory, runProgram } from './installation.ts';

/** A live server of a cluster. Its `port` is valid once it is `ready`. */
type RunningServer = { readonly pid: number; readonly port: number; readonly ready: boolean };

const pidFileOf = ({ cluster }: Layout): string => join(cluster, 'postmaster.pid');

/** Reads what the server of a cluster wrote about itself; a dead one may have left it. */
export const readPidFile = async (layout: Layout): Promise<RunningServer> => {
  const lines = ((await readIfThere(pidFileOf(layout))) ?? '').split('\n');
  // A negative number is a server in single-user mode.
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
};

/**
 * Returns the live server of the cluster, in any state.
 *
 * `pg_ctl status` cannot tell: it only sees that a process has the number, which after a crash may be any process, even
 * one of ours.
 */
export const findServer = async (layout: Layout): Promise<RunningServer | undefined> => {
  const server = await readPidFile(layout);
  return server.pid > 0 && (await isServerOf(layout.cluster, server.pid)) ? server : undefined;
};

/**
 * Returns true if a process is a PostgreSQL server of exactly this cluster: on Linux by the directory it works in, elsewhere by
 * its command line. A process that we may not inspect belongs to another user, and is therefore not a server of ours.
 */
const isServerOf = async (cluster: string, pid: number): Promise<boolean> => {
  try {
    return process.platform === 'linux' ? await worksIn(cluster, pid) : await isCommandOf(cluster, pid);
  } catch {
    return false;
  }
};

const worksIn = async (cluster: string, pid: number): Promise<boolean> => {
  const [program, its, ours] = await Promise.all([
    readFile(`/proc/${pid}/comm`, 'utf8'),
    stat(`/proc/${pid}/cwd`),
    stat(cluster),
  ]);
  return program.trim() === 'postgres' && its.ino === ours.ino && its.dev === ours.dev;
};

const isCommandOf = async (cluster: string, pid: number): Promise<boolean> => {
  const command = await runProgram('ps', ['-p', String(pid), '-o', 'command=']);
  return command.includes('postgres') && command.includes(cluster);
};

/** PostgreSQL's settings, by name. */
export type Settings = Readonly<Record<string, string>>;

/** For two cores and a part of the memory. */
const DEFAULTS: Settings = {
  max_connections: '200',
  shared_buffers: '256MB',
  maintenance_work_mem: '128MB',
  // Rare checkpoints: after each one, every changed page is written whole once.
  checkpoint_timeout: '15min',
  max_wal_size: '8GB',
  min_wal_size: '1GB',
  wal_buffers: '16MB',
  wal_compression: 'on',
  // All statements are short: compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  // Statements contain customers' data, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Settings that no caller may change: reachable from this machine only, and safe against a crash. */
const FIXED: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
};

/** Returns the options of `postgres` for these settings, quoted for the shell that pg_ctl starts it with. */
const serverOptions = (settings: Settings, port: number): string =>
  Object.entries({ ...DEFAULTS, ...settings, ...FIXED, port: String(port) })
    .map(([name, value]) => `-c ${shellWord(`${name}=${value}`)}`)
    .join(' ');

const START_TIMEOUT_S = 120;
const STOP_TIMEOUT_MS = 60_000;
const STOP_LOOK_MS = 50;
const PID_FILE_PAUSE_MS = 200;
const LOG_LINES = 15;

/** The process id file of another server prevents the start; that server may be dead, and its number another process's. */
const PID_FILE_EXISTS = /lock file "postmaster\.pid"|the PID file ".*" is empty|invalid data in PID file/;
/** Another process took the port at the same moment, or the backends of a killed server have not ended yet. */
const TEMPORARY = /could not create any TCP\/IP sockets|pre-existing shared memory block/;

/**
 * Starts the server and waits until it is ready. Called while holding the turn lock, if no server runs.
 *
 * Also returns after a temporary failure: the caller looks for the server and starts it again.
 *
 * Rejects with the end of the log if the server does not start; one that is still recovering after two minutes continues.
 */
export const startServer = async (layout: Layout, settings: Settings): Promise<void> => {
  // The port of the last server is used again if possible: programs that know its address find the new one there.
  const port = await freePort(await readLastPort(layout));
  const args = ['start', '--silent', `--timeout=${START_TIMEOUT_S}`, `--options=${serverOptions(settings, port)}`];
  // The server inherits the open log, because its user may not be able to open the file.
  const log = await open(layout.log, 'a', 0o600);
  const { size } = await log.stat();
  await runInDirectory('pg_ctl', layout.cluster, args, ['ignore', log.fd, log.fd])
    .catch(async (error: Error) =>
      judgeFailure(layout, (await text(createReadStream(layout.log, { start: size }))) || error.message),
    )
    .finally(() => log.close());
};

/**
 * Stops the server, if there is one: sessions are ended and everything is written to the disk.
 *
 * Rejects if it has not stopped after one minute.
 */
export const stopServer = async (layout: Layout): Promise<void> => {
  // pg_ctl alone would signal any process that has the number in the file.
  const server = await findServer(layout);
  if (server === undefined) return;
  const isThere = async () => (await findServer(layout))?.pid === server.pid;
  await runInDirectory('pg_ctl', layout.cluster, ['stop', '--silent', '--mode=fast', '--no-wait']).catch(
    async (error: unknown) => {
      if (await isThere()) throw error;
    },
  );
  // Not by pg_ctl, which would wait for the next server if that is started before it looks again.
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isThere()) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${server.pid}) is still stopping. Its log is ${layout.log}.`);
    await sleep(STOP_LOOK_MS);
  }
};

/**
 * Removes the process id file of a dead server if PostgreSQL refuses to: it only sees that a process has the number, or
 * that the file is empty. Backends that outlive the dead server are not a danger, because PostgreSQL finds them by their
 * shared memory and does not start (`pre-existing shared memory block`).
 */
const judgeFailure = async (layout: Layout, logged: string): Promise<void> => {
  if (PID_FILE_EXISTS.test(logged)) {
    // A server that a killed process of ours started may be writing the file at this moment.
    await sleep(PID_FILE_PAUSE_MS);
    if ((await findServer(layout)) === undefined) await rm(pidFileOf(layout), { force: true });
  } else if (!TEMPORARY.test(logged)) {
    const end = logged.trim().split('\n').slice(-LOG_LINES).join('\n');
    throw new Error(`PostgreSQL did not start. The end of its log, ${layout.log}:\n${end}`);
  }
};

/** Returns the port of the server that ran last; NaN if none ran. Unlike `postmaster.pid`, the file stays after a stop. */
const readLastPort = async ({ cluster }: Layout): Promise<number> =>
  Number(/"port=(\d+)"/.exec((await readIfThere(join(cluster, 'postmaster.opts'))) ?? '')?.[1]);

/** Returns the wanted port if it is free, else any other. */
const freePort = async (wanted: number): Promise<number> => {
  const server = createServer();
  try {
    server.listen({ host: '127.0.0.1', port: wanted || 0 });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    if (wanted) return freePort(0);
    throw error;
  } finally {
    server.close();
  }
};
