import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { causeMessage } from '@carryover/settings/cause-message';
import { makeFolders } from '@carryover/settings/make-folders';
import { readIfThere } from '@carryover/settings/private-file';
import pg from 'pg';
import { findBinaries, findServerUser, runInDirectory } from './installation.ts';

/** The paths of the embedded PostgreSQL: all are in `DATA_DIR/postgres`. */
export type Layout = ReturnType<typeof layoutOf>;

export const layoutOf = (dataDir: string) => {
  const folder = resolve(dataDir, 'postgres');
  return {
    folder,
    /** PostgreSQL's data directory. It has this name only when it is complete. */
    cluster: join(folder, 'cluster'),
    unfinishedCluster: join(folder, 'cluster.unfinished'),
    password: join(folder, 'password'),
    log: join(folder, 'server.log'),
    /** Held by the process that starts or stops the server. */
    turnLock: join(folder, 'turn.lock'),
    /** Held together by all processes that use the server. */
    usersLock: join(folder, 'users.lock'),
  } as const;
};

/**
 * Makes the folder, private to the user of this process.
 *
 * Rejects if it cannot be made, or if it belongs to another user: for example to root, who ran the service first.
 */
export const makeFolder = async ({ folder }: Layout): Promise<void> => {
  const dataDir = dirname(folder);
  const failure = failureOf(() => makeFolders(folder, 0o700));
  const user = process.getuid?.();
  const owner = (await ownerOf(folder)) ?? (await ownerOf(dataDir));
  // Root may use the folder of any user; the server then runs as that user.
  if (user !== 0 && owner !== undefined && owner !== user) {
    throw new Error(
      `The data directory ${dataDir} belongs to user id ${owner}, and this process runs as user id ${user}. ` +
        'Start it as that user, or set DATA_DIR to another directory.',
    );
  }
  if (failure) throw new Error(`The data directory ${dataDir} cannot be used: ${failure}`);
};

const noError = (): undefined => undefined;

const failureOf = (work: () => void): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return causeMessage(error);
  }
};

const ownerOf = (path: string): Promise<number | undefined> => stat(path).then(({ uid }) => uid, noError);

/** Returns the major version that made the cluster, as `18`; empty if there is no cluster yet. */
export const clusterVersion = async ({ cluster }: Layout): Promise<string> =>
  (await readIfThere(join(cluster, 'PG_VERSION')))?.trim() ?? '';

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

/** The database, and the role that owns it. */
const NAME = 'carryover';
const CONNECT_TIMEOUT_MS = 10_000;

/** PostgreSQL's `cannot_connect_now`, and the errors of a socket whose server has just ended. */
const TEMPORARY_CODES = ['57P03', 'ECONNREFUSED', 'ECONNRESET'];

/** Returns true if an error only means that the server is recovering or ending at this moment. */
export const isTemporary = (error: unknown): boolean =>
  TEMPORARY_CODES.includes(String((error as { code?: unknown } | null)?.code));

/**
 * Makes the role and the database if they do not exist, and returns the database's address. SCRAM proves both sides: a
 * server that is not ours does not know the password.
 *
 * The role is not a superuser; it may make databases, which tests need. Both roles have the one password of the cluster.
 *
 * Rejects as `pg` does.
 */
export const prepareDatabase = async (port: number, password: string): Promise<string> => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A lost connection fails the query, which is enough; without a listener it would also end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [NAME]);
    if (role.rowCount === 0) {
      await client.query(`CREATE ROLE ${NAME} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
    }
    const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
    return `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;
  } finally {
    await client.end();
  }
};
