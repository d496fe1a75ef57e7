import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries, runInDirectory } from './binaries.ts';
import { type Layout, readIfExists } from './layout.ts';
import { findServerUser } from './server-user.ts';

/** Returns the major version that made the cluster, as `18`; empty if there is no cluster yet. */
export const clusterVersion = async ({ cluster }: Layout): Promise<string> =>
  (await readIfExists(join(cluster, 'PG_VERSION'))).trim();

export const readPassword = async ({ password }: Layout): Promise<string> => (await readFile(password, 'utf8')).trim();

/**
 * Makes the cluster and its password if there is none. Called while holding the turn lock.
 *
 * Rejects if another major version made the cluster, which is then unchanged, and with initdb's output if that fails.
 */
export const prepareCluster = async (layout: Layout): Promise<void> => {
  const made = await clusterVersion(layout);
  const [installed] = (await findBinaries()).version.split('.');
  if (made === '') return makeCluster(layout);
  if (made === installed) return;
  throw new Error(
    `${layout.cluster} was made by PostgreSQL ${made} and this is PostgreSQL ${installed}; nothing was changed. ` +
      'Start the release it was made with, or set DATA_DIR to another directory.',
  );
};

/**
 * Makes the cluster under another name and renames it when it is complete, so that a crash cannot leave a part of one. The
 * password is written each time: without a cluster, nothing depends on the old one.
 */
const makeCluster = async ({ cluster, unfinishedCluster, password, folder }: Layout): Promise<void> => {
  // An initdb that outlived its killed parent may still write there: removing is then tried again.
  await rm(unfinishedCluster, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(unfinishedCluster, { mode: 0o700 });
  await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  const { uid, gid } = await findServerUser(cluster);
  if (uid !== undefined && gid !== undefined) {
    await Promise.all([chown(unfinishedCluster, uid, gid), chown(password, uid, gid)]);
  }
  await runInitdb(unfinishedCluster, password);
  await rename(unfinishedCluster, cluster);
  await syncFolder(folder);
};

/** Passes the password as standard input, which initdb can read even if its user cannot open the file. */
const runInitdb = async (directory: string, password: string): Promise<void> => {
  const authentication = ['--username=postgres', '--auth=scram-sha-256', '--pwfile=/dev/stdin'];
  const args = [...authentication, '--locale=C', '--encoding=UTF8'];
  const secret = await open(password);
  await runInDirectory('initdb', directory, args, [secret.fd, 'pipe', 'pipe']).finally(() => secret.close());
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
};
