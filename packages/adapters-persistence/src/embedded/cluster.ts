import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, programOf } from './binaries.ts';
import type { Layout } from './layout.ts';
import { runProgram } from './run-program.ts';
import { inDirectory } from './server-directory.ts';
import type { ServerUser } from './server-user.ts';

/** The major version that made the cluster, as `18`; undefined when there is none yet. */
export const clusterVersion = async ({ cluster }: Layout): Promise<string | undefined> => {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Rejects when the cluster was made by another major version: it is left as it is, since nothing here converts it. */
export const requireVersion = (layout: Layout, made: string, { version }: Binaries): void => {
  const [major] = version.split('.');
  if (made === major) return;
  throw new Error(
    `${layout.cluster} was made by PostgreSQL ${made} and this is PostgreSQL ${major}; nothing was changed. ` +
      'Start the release it was made with, or set DATA_DIR to another directory.',
  );
};

/**
 * Makes the cluster and its password. Called under the turn lock.
 *
 * It is made under another name and renamed when complete, so a crash on the way leaves nothing that could be taken for
 * a cluster. The password is written anew each time: as long as there is no cluster, nothing depends on the old one.
 *
 * Rejects with initdb's words when it fails.
 */
export const makeCluster = async (layout: Layout, binaries: Binaries, user: ServerUser): Promise<void> => {
  const { cluster, unfinishedCluster, password, folder } = layout;
  // An initdb that outlived its killed parent may still be writing there: removing is then tried again.
  await rm(unfinishedCluster, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(unfinishedCluster, { mode: 0o700 });
  await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await Promise.all([give(unfinishedCluster, user), give(password, user)]);
  await runInitdb(layout, binaries, user);
  await rename(unfinishedCluster, cluster);
  await syncFolder(folder);
};

export const readPassword = async ({ password }: Layout): Promise<string> => (await readFile(password, 'utf8')).trim();

const give = async (path: string, { uid, gid }: ServerUser): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
};

const runInitdb = async ({ unfinishedCluster, password }: Layout, binaries: Binaries, user: ServerUser) => {
  const { directory, options } = inDirectory(unfinishedCluster, user);
  // As its standard input initdb reaches the password even where its user could not open the path.
  const secret = await open(password);
  try {
    const args = [
      '--username=postgres',
      '--auth=scram-sha-256',
      '--pwfile=/dev/stdin',
      '--locale=C',
      '--encoding=UTF8',
    ];
    await runProgram(programOf(binaries, 'initdb'), [`--pgdata=${directory}`, ...args], {
      ...options,
      stdin: secret.fd,
    });
  } finally {
    await secret.close();
  }
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
