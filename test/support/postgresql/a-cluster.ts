import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
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

/** Takes charge of a data directory that is there. */
export const theCluster = async (host: DatabaseHost, name: string): Promise<Cluster> => {
  const data = join(host.folder, name);
  const port = await freePort();
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
