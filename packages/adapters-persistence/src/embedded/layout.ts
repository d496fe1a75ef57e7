import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Where the embedded PostgreSQL keeps what it needs, as absolute paths: all in `DATA_DIR/postgres`. */
export type Layout = {
  readonly folder: string;
  /** The data directory. It appears under this name only once it is complete. */
  readonly cluster: string;
  readonly unfinishedCluster: string;
  readonly password: string;
  readonly log: string;
  /** Held by the process that is starting or stopping the server. */
  readonly turnLock: string;
  /** Held, together, by every process that uses the server. */
  readonly usersLock: string;
};

export const layoutOf = (dataDir: string): Layout => {
  const folder = resolve(dataDir, 'postgres');
  return {
    folder,
    cluster: join(folder, 'cluster'),
    unfinishedCluster: join(folder, 'cluster.unfinished'),
    password: join(folder, 'password'),
    log: join(folder, 'server.log'),
    turnLock: join(folder, 'turn.lock'),
    usersLock: join(folder, 'users.lock'),
  };
};

/**
 * Makes the folder, private to the user of this process.
 *
 * Rejects when it cannot be made, and when it belongs to somebody else: typically to root, who ran the service first.
 */
export const makeFolder = async ({ folder }: Layout): Promise<void> => {
  const dataDir = dirname(folder);
  const failure = await mkdir(folder, { recursive: true, mode: 0o700 }).then(noError, messageOf);
  const user = process.getuid?.();
  const owner = (await ownerOf(folder)) ?? (await ownerOf(dataDir));
  // Root may use anybody's folder; the server then runs as the user the data belongs to.
  if (user !== 0 && owner !== undefined && owner !== user) {
    throw new Error(
      `The data directory ${dataDir} belongs to user id ${owner}, and this process runs as user id ${user}. ` +
        'Start it as that user, or set DATA_DIR to another directory.',
    );
  }
  if (failure) throw new Error(`The data directory ${dataDir} cannot be used: ${failure}`);
};

const noError = (): undefined => undefined;
const messageOf = ({ message }: Error): string => message;

const ownerOf = (path: string): Promise<number | undefined> => stat(path).then(({ uid }) => uid, noError);
