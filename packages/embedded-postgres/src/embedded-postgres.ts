import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock, withLock } from '@carryover/settings/file-lock';
import {
  clusterVersion,
  isTemporary,
  type Layout,
  layoutOf,
  makeFolder,
  prepareCluster,
  prepareDatabase,
  readPassword,
} from './cluster.ts';
import { findServer, type Settings, startServer, stopServer } from './server.ts';

export type EmbeddedPostgres = {
  /** `postgres://user:password@127.0.0.1:port/carryover` */
  readonly url: string;
  /** Ends the use by this process; the last process to leave stops the server. Later calls do nothing. */
  readonly leave: () => Promise<void>;
};

const TURN_WAIT_MS = 180_000;
const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 20;

/**
 * Joins the processes that share the PostgreSQL server of a data directory: the first makes the cluster and starts the
 * server, later ones use it, and the last one to leave stops it.
 *
 * A process that is killed leaves the server running, and the next one uses it. A server that was killed is started
 * again, on the same port if that is still free, and recovers what was committed.
 *
 * @param options.settings PostgreSQL's, over the defaults in settings.ts; used only if this process starts the server.
 * @returns Rejects, with a message for the operator, if the server cannot be started.
 */
export const joinEmbeddedPostgres = async (options: {
  readonly dataDir: string;
  readonly settings?: Settings;
}): Promise<EmbeddedPostgres> => {
  const layout = layoutOf(options.dataDir);
  await makeFolder(layout);
  return withLock(layout.turnLock, TURN_WAIT_MS, async () => {
    await prepareCluster(layout);
    const url = await connect(layout, options.settings ?? {});
    const release = tryLock(layout.usersLock, 'shared');
    // Carryover takes it exclusively only while holding the turn lock, which this process holds.
    if (!release) throw new Error(`Another program holds ${layout.usersLock}.`);
    let left: Promise<void> | undefined;
    const leave = async () => {
      release();
      await withLock(layout.turnLock, TURN_WAIT_MS, () => stopUnused(layout));
    };
    return {
      url,
      leave: () => {
        left ??= leave();
        return left;
      },
    };
  });
};

/** Returns true if a data directory has a database, which a process that joined has made. Makes nothing. */
export const hasEmbeddedPostgres = async (dataDir: string): Promise<boolean> =>
  (await clusterVersion(layoutOf(dataDir))) !== '';

/** Starts the server if none runs, waits for one that is starting or stopping, and returns its address. */
const connect = async (layout: Layout, settings: Settings): Promise<string> => {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const server = await findServer(layout);
    if (server === undefined) await startServer(layout, settings);
    else if (server.ready) {
      const url = await tryConnect(layout, server.port);
      if (url !== undefined) return url;
    }
    await sleep(POLL_MS);
  }
  throw new Error(`PostgreSQL is not ready after ${READY_TIMEOUT_MS / 1000} s. Its log is ${layout.log}.`);
};

/** Returns undefined if the server is ending or recovering. Stops the server if it cannot be used, unless another process uses it. */
const tryConnect = async (layout: Layout, port: number): Promise<string | undefined> => {
  try {
    return await prepareDatabase(port, await readPassword(layout));
  } catch (error) {
    if (isTemporary(error)) return undefined;
    await stopUnused(layout);
    throw error;
  }
};

/** Stops the server unless a process uses it. Called while holding the turn lock, so that no process can join meanwhile. */
const stopUnused = async (layout: Layout): Promise<void> => {
  const release = tryLock(layout.usersLock, 'exclusive');
  if (!release) return;
  release();
  await stopServer(layout);
};
