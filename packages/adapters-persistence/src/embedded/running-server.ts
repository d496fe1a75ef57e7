import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Layout } from './layout.ts';
import { worksIn } from './server-directory.ts';
import { endOfLog, serverError } from './server-log.ts';

/** A live server of a cluster. Its `port` counts once it is `ready`. */
export type RunningServer = { readonly pid: number; readonly port: number; readonly ready: boolean };

const POLL_MS = 20;
const SETTLE_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;

/** What a server notes of itself in its data directory; what a dead one left may still lie there. */
export const readPidFile = async ({ cluster }: Layout) => {
  const lines = (await readFile(pidFile(cluster), 'utf8').catch(emptyWhenMissing)).split('\n');
  // A negative number is a server in single-user mode.
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
};

/**
 * The port of the server that ran last: the note of its command, unlike that of its process, stays when it ends in good
 * order. Not a number where none ran.
 */
export const readLastPort = async ({ cluster }: Layout): Promise<number> => {
  const command = await readFile(`${cluster}/postmaster.opts`, 'utf8').catch(emptyWhenMissing);
  return Number(/"port=(\d+)"/.exec(command)?.[1]);
};

/** The live server of the cluster, in whatever state. */
export const findServer = async (layout: Layout): Promise<RunningServer | undefined> => {
  const noted = await readPidFile(layout);
  return noted.pid > 0 && (await worksIn(noted.pid, layout.cluster)) ? noted : undefined;
};

/**
 * The server of the cluster once it is ready, or undefined once there is none: one that is recovering or shutting down is
 * waited for.
 *
 * Rejects when it is neither after two minutes; the server is left to go on.
 */
export const findSettledServer = async (layout: Layout): Promise<RunningServer | undefined> => {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const server = await findServer(layout);
    if (!server || server.ready) return server;
    if (Date.now() > deadline) {
      throw await notSettled(layout, server, 'starting or stopping');
    }
    await sleep(POLL_MS);
  }
};

/** Stops the server, if there is one, as "fast shutdown": sessions are ended, everything is written out. */
export const stopServer = async (layout: Layout): Promise<void> => {
  const server = await findServer(layout);
  if (!server) return;
  signalFastShutdown(server);
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await findServer(layout)) {
    if (Date.now() > deadline) {
      throw await notSettled(layout, server, 'stopping');
    }
    await sleep(POLL_MS);
  }
};

/**
 * Removes a dead server's note that PostgreSQL does not dare to remove itself: it only sees that a process has that number,
 * or that the note is empty. Called under the turn lock and when `findServer` finds none.
 *
 * Backends that outlive the dead server are no danger: PostgreSQL also finds them by their shared memory, looked up by
 * the directory's inode, and does not start (`pre-existing shared memory block`).
 */
export const discardPidFile = ({ cluster }: Layout): Promise<void> => rm(pidFile(cluster), { force: true });

const notSettled = async ({ log }: Layout, { pid }: RunningServer, doing: string): Promise<Error> =>
  serverError(`PostgreSQL (process ${pid}) is still ${doing}.`, log, await endOfLog(log));

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

const emptyWhenMissing = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ENOENT') return '';
  throw error;
};

const signalFastShutdown = ({ pid }: RunningServer): void => {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    // It ended by itself in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};
