import { randomBytes } from 'node:crypto';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findServerUser, runProgram, type ServerUser } from '@carryover/embedded-postgres/installation';
import { aDataFolder } from '../a-data-folder.ts';

/** The superuser's password on every cluster of a run. */
export const PASSWORD = randomBytes(12).toString('hex');

/** The machine that PostgreSQL runs on: a folder that its user owns, and its programs. */
export type DatabaseHost = {
  readonly folder: string;
  readonly user: ServerUser;
  /** Runs one of PostgreSQL's programs, as its user. @returns what it wrote. */
  readonly run: (program: string, args: ReadonlyArray<string>, env?: Record<string, string>) => Promise<string>;
  readonly remove: () => Promise<void>;
};

/** @param tools the folder of PostgreSQL's programs. */
export const aDatabaseHost = async (tools: string): Promise<DatabaseHost> => {
  const folder = await aDataFolder('postgresql');
  const user = await findServerUser(folder);
  // For the connections of one server to another.
  const passwords = join(folder, 'passwords');
  await writeFile(passwords, `*:*:*:*:${PASSWORD}\n`, { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [folder, passwords]) await chown(path, user.uid, user.gid!);
  return {
    folder,
    user,
    run: (program, args, env = {}) =>
      runProgram(join(tools, program), args, {
        ...user,
        cwd: folder,
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', PGPASSFILE: passwords, ...env },
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
