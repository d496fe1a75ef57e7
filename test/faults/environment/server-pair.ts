import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { layoutOf } from '@carryover/embedded-postgres/cluster';
import { runProgram } from '@carryover/embedded-postgres/installation';
import { type Database, onDatabase, signal, untilGone } from './database.ts';
import type { Endings } from './endings.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';

/** A primary and its synchronous standby. As a database, it is the one that is the primary at the time. */
export type ServerPair = Database & {
  /** As the service connects: to whichever of both accepts writes. */
  readonly urlOfBoth: string;
  /** Of the server that was the standby at first. */
  readonly urlOfStandby: string;
  readonly primary: () => OwnServer;
  /** Makes the standby the primary; the other server is gone by then, or fenced. */
  readonly promote: () => Promise<void>;
  /** Kills a server with all its processes. */
  readonly kill: (server: OwnServer) => Promise<void>;
  /** Puts a new standby in the place of the server that was lost, if one was. */
  readonly complete: () => Promise<void>;
};

/** A new standby begins with the first moment of the database: all of the log since then is kept. */
const SETTINGS = { wal_keep_size: '4GB' };

const SYNCHRONISED_WITHIN_MS = 300_000;
const POLL_MS = 20;

const setting = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Replaces the cluster of a folder by a copy of the first one that follows the primary, and keeps its port. */
const copyAsStandby = async (base: string, dataDir: string, primary: OwnServer, port: string | null): Promise<void> => {
  const { cluster, folder } = layoutOf(dataDir);
  const from = layoutOf(base);
  await rm(cluster, { recursive: true, force: true });
  await runProgram('mkdir', ['-p', folder]);
  await runProgram('cp', ['-a', from.cluster, from.password, folder]);
  const { uid, gid } = await stat(cluster);
  const { hostname, port: primaryPort, password } = new URL(await primary.url());
  const address = `host=${hostname} port=${primaryPort} user=postgres password=${password}`;
  const files = {
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = ${setting(address)}\n`,
    'postmaster.opts': port === null ? '' : `"port=${port}"\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(cluster, name), text, { mode: 0o600 });
    await chown(join(cluster, name), uid, gid);
  }
};

/** From now on, the primary acknowledges what its standby has on its disk too. */
const synchronise = (primary: Database): Promise<void> =>
  onDatabase(primary, 'maintenance', async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`);
    await client.query('select pg_reload_conf()');
    // A standby counts as synchronous before it has what was written while the primary was alone.
    const { rows } = await client.query('select pg_current_wal_lsn() as written');
    const deadline = performance.now() + SYNCHRONISED_WITHIN_MS;
    while (performance.now() < deadline) {
      const { rowCount } = await client.query(
        `select from pg_stat_replication where sync_state = 'sync' and flush_lsn >= $1`,
        [rows[0].written],
      );
      if (rowCount === 1) return;
      await delay(POLL_MS);
    }
    throw new Error('The standby does not follow the primary.');
  });

/** @param folder of both servers, and of the copy of the first cluster. */
export const startServerPair = async (folder: string, endings: Endings): Promise<ServerPair> => {
  const [base, ...dataDirs] = ['base', 'one', 'two'].map((name) => join(folder, name)) as [string, string, string];
  let primary = await startOwnServer(dataDirs[0]!, endings, SETTINGS);
  await primary.halt();
  const { cluster, password, folder: copied } = layoutOf(base);
  await runProgram('mkdir', ['-p', copied]);
  await runProgram('cp', ['-a', layoutOf(dataDirs[0]!).cluster, cluster]);
  await runProgram('cp', ['-a', layoutOf(dataDirs[0]!).password, password]);
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  await primary.start();
  await copyAsStandby(base, dataDirs[1]!, primary, null);
  let standby = await startOwnServer(dataDirs[1]!, endings, SETTINGS);
  await synchronise(primary);
  const [first, second] = [new URL(await primary.url()), new URL(await standby.url())];
  const ports = new Map([
    [primary, { dataDir: dataDirs[0]!, port: first.port }],
    [standby, { dataDir: dataDirs[1]!, port: second.port }],
  ]);
  let isComplete = true;

  return {
    urlOfBoth: `${first.href.replace(first.host, `${first.host},${second.host}`)}?target_session_attrs=read-write`,
    urlOfStandby: second.href,
    url: () => primary.url(),
    connect: (role) => primary.connect(role),
    pids: () => primary.pids(),
    serverPid: () => primary.serverPid(),
    stop: () => primary.stop(),
    primary: () => primary,
    promote: async () => {
      await onDatabase(standby, 'maintenance', (client) => client.query('select pg_promote()'));
      [primary, standby] = [standby, primary];
      isComplete = false;
    },
    kill: async (server) => {
      const pids = await server.pids();
      for (const pid of pids) signal(pid, 'SIGKILL');
      await untilGone(pids);
    },
    complete: async () => {
      if (isComplete) return;
      const { dataDir, port } = ports.get(standby)!;
      await copyAsStandby(base, dataDir, primary, port);
      await standby.start();
      await synchronise(primary);
      isComplete = true;
    },
  };
};
