import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

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
  const failure = await mkdir(folder, { recursive: true, mode: 0o700 }).then(noError, ({ message }: Error) => message);
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

/** Returns the text of a file; empty if it does not exist. */
export const readIfExists = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

const noError = (): undefined => undefined;

const ownerOf = (path: string): Promise<number | undefined> => stat(path).then(({ uid }) => uid, noError);
