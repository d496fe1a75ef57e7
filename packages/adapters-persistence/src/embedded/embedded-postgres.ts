import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries, reachableBinaries } from './binaries.ts';
import { clusterVersion, makeCluster, readPassword, requireVersion } from './cluster.ts';
import { isPassing, prepareDatabase, urlOf } from './database.ts';
import { type Release, tryLock, withLock } from './file-lock.ts';
import { type Layout, layoutOf, makeFolder } from './layout.ts';
import { findSettledServer, type RunningServer, stopServer } from './running-server.ts';
import { findServerUser } from './server-user.ts';
import { type Settings, startServer } from './start-server.ts';

export type EmbeddedPostgres = {
  /** `postgres://user:password@127.0.0.1:port/carryover` */
  readonly url: string;
  /** Ends our use of the server; the last process to leave stops it. A second call does nothing more. */
  readonly leave: () => Promise<void>;
};

const TURN_WAIT_MS = 180_000;
const CONNECT_TIMEOUT_MS = 60_000;
const CONNECT_PAUSE_MS = 100;

/**
 * Joins the processes that share the PostgreSQL server of a data directory: the first one in makes the cluster and starts
 * the server, later ones attach to it, the last one out stops it.
 *
 * A process that is killed leaves the server running, and the next one attaches to it. A server that was killed is
 * started again, on the same port if that is still free, and recovers what was committed.
 *
 * @param options.settings PostgreSQL's, by name, over the defaults in start-server.ts. Those of the process that starts
 *   the server count; a process that attaches changes nothing.
 * @returns Rejects, with a message for the operator, when the server cannot be made to run.
 */
export const joinEmbeddedPostgres = async (options: {
  readonly dataDir: string;
  readonly settings?: Settings;
}): Promise<EmbeddedPostgres> => {
  const layout = layoutOf(options.dataDir);
  await makeFolder(layout);
  return withLock(layout.turnLock, TURN_WAIT_MS, async () => {
    const url = await connect(layout, options.settings ?? {});
    const release = signIn(layout);
    let left: Promise<void> | undefined;
    return {
      url,
      leave: () => {
        left ??= leave(layout, release);
        return left;
      },
    };
  });
};

/** Returns whether a data directory has a database: one that a process that joined has made. Makes nothing. */
export const hasEmbeddedPostgres = async (dataDir: string): Promise<boolean> =>
  (await clusterVersion(layoutOf(dataDir))) !== undefined;

const connect = async (layout: Layout, settings: Settings): Promise<string> => {
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    const server = await runServer(layout, settings);
    try {
      const password = await readPassword(layout);
      await prepareDatabase(server, password);
      return urlOf(server, password);
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline) {
        await stopUnused(layout);
        throw error;
      }
    }
    await sleep(CONNECT_PAUSE_MS);
  }
};

const runServer = async (layout: Layout, settings: Settings): Promise<RunningServer> => {
  const installed = await findBinaries();
  const made = await clusterVersion(layout);
  if (made !== undefined) requireVersion(layout, made, installed);
  const running = await findSettledServer(layout);
  if (running) return running;
  const user = await findServerUser(layout.cluster);
  const binaries = await reachableBinaries(installed, user);
  if (made === undefined) await makeCluster(layout, binaries, user);
  return startServer({ layout, binaries, user, settings });
};

/** Makes our use of the server known to the other processes, until released or until this process ends. */
const signIn = ({ usersLock }: Layout): Release => {
  const release = tryLock(usersLock, 'shared');
  // It is taken exclusively for a moment only, by whoever has the turn; and that is us.
  if (!release) throw new Error(`A program that is not ours holds ${usersLock}.`);
  return release;
};

const leave = async (layout: Layout, release: Release): Promise<void> => {
  release();
  await withLock(layout.turnLock, TURN_WAIT_MS, () => stopUnused(layout));
};

/** Stops the server unless a process uses it. Called under the turn lock, so nobody can join meanwhile. */
const stopUnused = async (layout: Layout): Promise<void> => {
  const release = tryLock(layout.usersLock, 'exclusive');
  if (!release) return;
  release();
  await stopServer(layout);
};
