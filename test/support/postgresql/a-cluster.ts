import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { runSql } from '../run-sql.ts';
import { type DatabaseHost, PASSWORD } from './a-database-host.ts';

export type Cluster = {
  readonly data: string;
  readonly port: number;
  /** The address of a database, as the superuser or another role with the same password. */
  readonly url: (database: string, role?: string) => string;
  readonly start: () => Promise<void>;
  /** `immediate` is a crash: nothing is written out. */
  readonly stop: (mode?: 'fast' | 'immediate') => Promise<void>;
};

/** Takes charge of a data directory that is there, or will be. */
export const theCluster = async (host: DatabaseHost, name: string, at?: number): Promise<Cluster> => {
  const data = join(host.folder, name);
  const port = at ?? (await freePort());
  const control = (...args: ReadonlyArray<string>) => host.run('pg_ctl', ['-D', data, '-w', ...args]);
  return {
    data,
    port,
    url: (database, role = 'postgres') => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`,
    start: async () => {
      await control('-t', '120', '-l', `${data}.log`, '-o', `-p ${port}`, 'start').catch(async (error: Error) => {
        throw new Error(`${error.message}\n${await readFile(`${data}.log`, 'utf8').catch(() => '')}`);
      });
    },
    stop: async (mode = 'fast') => {
      await control('-m', mode, 'stop');
    },
  };
};

/** Makes a cluster with these settings over PostgreSQL's own. */
export const makeCluster = async (
  host: DatabaseHost,
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> => {
  const password = join(host.folder, 'password');
  await writeFile(password, PASSWORD, { mode: 0o644 });
  const data = join(host.folder, name);
  const options = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${password}`, '--encoding=UTF8'];
  await host.run('initdb', [`--pgdata=${data}`, '--locale=C', ...options]);
  await rm(password);
  const own = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const lines = Object.entries(own).map(([key, value]) => `${key} = '${value}'`);
  await appendFile(join(data, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  return theCluster(host, name);
};

const SYNCHRONISED_WITHIN_MS = 120_000;
const POLL_MS = 50;

/** Makes a copy of a server that follows it. From then on, the server acknowledges what its standby has on its disk too. */
export const makeStandby = async (
  host: DatabaseHost,
  name: string,
  primary: Cluster,
  port: number,
): Promise<Cluster> => {
  const standby = await theCluster(host, name, port);
  const from = ['--host=127.0.0.1', `--port=${primary.port}`, '--username=postgres', '--checkpoint=fast'];
  const slot = ['--create-slot', '--slot=standby'];
  await host.run('pg_basebackup', [`--pgdata=${standby.data}`, '--write-recovery-conf', ...slot, ...from]);
  await standby.start();
  // Not a setting of the copy: once it is the primary, it has no standby.
  await runSql(primary.url('postgres'), `alter system set synchronous_standby_names = '*'`);
  await runSql(primary.url('postgres'), 'select pg_reload_conf()');
  const [now] = await runSql<{ lsn: string }>(primary.url('postgres'), 'select pg_current_wal_lsn()::text as lsn');
  const follows = `select from pg_stat_replication where sync_state = 'sync' and flush_lsn >= $1`;
  const deadline = performance.now() + SYNCHRONISED_WITHIN_MS;
  while ((await runSql(primary.url('postgres'), follows, [now!.lsn])).length === 0) {
    if (performance.now() > deadline) throw new Error(`${name} does not follow its primary.`);
    await delay(POLL_MS);
  }
  return standby;
};
