import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, programOf } from './binaries.ts';
import type { Layout } from './layout.ts';
import { discardPidFile, findServer, findSettledServer, type RunningServer, readLastPort } from './running-server.ts';
import { inDirectory } from './server-directory.ts';
import { endOfLog, serverError } from './server-log.ts';
import type { ServerUser } from './server-user.ts';

export type Settings = Readonly<Record<string, string>>;

const POLL_MS = 20;
const RETRY_PAUSE_MS = 200;
const RETRY_TIMEOUT_MS = 15_000;
const READY_TIMEOUT_MS = 120_000;

/** For two cores and a share of the memory. */
const defaults: Settings = {
  max_connections: '200',
  shared_buffers: '256MB',
  maintenance_work_mem: '128MB',
  // Rare checkpoints: each page is written whole once after one.
  checkpoint_timeout: '15min',
  max_wal_size: '8GB',
  min_wal_size: '1GB',
  wal_buffers: '16MB',
  wal_compression: 'on',
  // The tables only grow: their new pages want an occasional look, not a constant one.
  autovacuum_vacuum_insert_scale_factor: '0.5',
  // Short statements only: compiling them costs more than it gains.
  jit: 'off',
  timezone: 'UTC',
  // Statements carry customers' data, which has no place in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** What no caller may change: reachable from this machine only, and safe against a crash. */
const fixed: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
};

/** The note of another server is in the way: of a dead one perhaps, whose number another process has now. */
const NOTE_IN_THE_WAY = /lock file "postmaster\.pid"/;
/** Another process took the port since we looked, or a killed server's backends have not ended yet. */
const PASSING = /could not create any TCP\/IP sockets|pre-existing shared memory block/;

export type StartOptions = {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly user: ServerUser;
  readonly settings: Settings;
};

/**
 * Starts the server, in a session of its own: neither Ctrl-C in our terminal nor our death reaches it. Called under the
 * turn lock, when no server is running.
 *
 * Rejects with the end of its log when it does not come up.
 */
export const startServer = async (options: StartOptions): Promise<RunningServer> => {
  const { layout } = options;
  // The port of the server before is kept if possible, so that whoever still uses its address finds the new one there.
  const port = await readLastPort(layout);
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const attempt = await launch(options, await freePort(port));
    if (attempt.kind === 'ready') return attempt.server;
    const noteInTheWay = NOTE_IN_THE_WAY.test(attempt.log);
    if (!(noteInTheWay || PASSING.test(attempt.log)) || Date.now() > deadline) {
      throw serverError('PostgreSQL did not start.', layout.log, attempt.log);
    }
    await sleep(RETRY_PAUSE_MS);
    // One that a process of ours started, and was killed before it had noted itself.
    const other = await findSettledServer(layout);
    if (other) return other;
    if (noteInTheWay) await discardPidFile(layout);
  }
};

type Attempt =
  | { readonly kind: 'ready'; readonly server: RunningServer }
  | { readonly kind: 'failed'; readonly log: string };

const launch = async (options: StartOptions, port: number): Promise<Attempt> => {
  const log = await open(options.layout.log, 'a', 0o600);
  try {
    const { size } = await log.stat();
    const server = await waitUntilReady(options.layout, await spawnServer(options, port, log));
    return server ? { kind: 'ready', server } : { kind: 'failed', log: await endOfLog(options.layout.log, size) };
  } finally {
    await log.close();
  }
};

const spawnServer = async (options: StartOptions, port: number, log: FileHandle): Promise<ChildProcess> => {
  const { layout, binaries, user, settings } = options;
  const { directory, options: spawnOptions } = inDirectory(layout.cluster, user);
  const parameters = Object.entries({ ...defaults, ...settings, ...fixed, port: String(port) });
  const args = ['-D', directory, ...parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const stdio = ['ignore' as const, log.fd, log.fd];
  const child = spawn(programOf(binaries, 'postgres'), args, { ...spawnOptions, stdio, detached: true });
  await once(child, 'spawn');
  child.unref();
  return child;
};

/** Undefined when the process ended first, or took too long: it is then left to go on, with its recovery perhaps. */
const waitUntilReady = async (layout: Layout, child: ChildProcess): Promise<RunningServer | undefined> => {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const server = await findServer(layout);
    if (server?.ready && server.pid === child.pid) return server;
    await sleep(POLL_MS);
  }
  return undefined;
};

/** The wanted port when nobody has it, else any other. */
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
