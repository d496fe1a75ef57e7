import { readFile, stat } from 'node:fs/promises';
import { runProgram } from './run-program.ts';
import type { ServerUser } from './server-user.ts';

/**
 * How to start one of PostgreSQL's programs in a directory: the name to pass for it, and the options of `spawn`.
 *
 * On Linux the program reaches the directory as its own working directory, which it is put into before it becomes the
 * server's user. So it works also where that user may not pass a folder above, as with a clone below /root. The plain
 * `.` would not do: PostgreSQL turns it into the full path.
 *
 * Nothing of our environment is handed on: no secrets, and no PG… variables that would change what the program does.
 */
export const inDirectory = (cluster: string, user: ServerUser) => ({
  directory: process.platform === 'linux' ? '/proc/self/cwd' : cluster,
  options: { ...user, cwd: cluster, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } },
});

/**
 * Whether a process is a PostgreSQL server of exactly this data directory.
 *
 * A process id alone says little: after a crash its number may have gone to any other process, one of ours included. On
 * Linux we look at which directory it works in, elsewhere at its command line. A process we may not look into runs as
 * another user, and PostgreSQL runs only as the user who owns the directory.
 */
export const worksIn = async (pid: number, cluster: string): Promise<boolean> => {
  try {
    return process.platform === 'linux' ? await linuxWorksIn(pid, cluster) : await commandNames(pid, cluster);
  } catch {
    return false;
  }
};

const linuxWorksIn = async (pid: number, cluster: string): Promise<boolean> => {
  const [program, its, ours] = await Promise.all([
    readFile(`/proc/${pid}/comm`, 'utf8'),
    stat(`/proc/${pid}/cwd`),
    stat(cluster),
  ]);
  return program.trim() === 'postgres' && its.ino === ours.ino && its.dev === ours.dev;
};

const commandNames = async (pid: number, cluster: string): Promise<boolean> => {
  const command = await runProgram('ps', ['-p', String(pid), '-o', 'command=']);
  return command.includes('postgres') && command.includes(cluster);
};
