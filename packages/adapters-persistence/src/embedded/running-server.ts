import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Layout, readIfExists } from './layout.ts';
import { runProgram } from './run-program.ts';

/** A live server of a cluster. Its `port` is valid once it is `ready`. */
type RunningServer = { readonly pid: number; readonly port: number; readonly ready: boolean };

export const pidFileOf = ({ cluster }: Layout): string => join(cluster, 'postmaster.pid');

/** Reads what the server of a cluster wrote about itself; a dead one may have left it. */
export const readPidFile = async (layout: Layout): Promise<RunningServer> => {
  const lines = (await readIfExists(pidFileOf(layout))).split('\n');
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
