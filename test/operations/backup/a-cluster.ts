import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@carryover/adapters-persistence/embedded/run-program';
import { findServerUser, type ServerUser } from '@carryover/adapters-persistence/embedded/server-user';
import { findTools } from './postgresql-tools.ts';

/** The machine that PostgreSQL runs on: a folder that its user owns, and its programs. */
export type DatabaseHost = {
  readonly folder: string;
  readonly user: ServerUser;
  /** Runs one of PostgreSQL's programs, as its user. @returns what it wrote. */
  readonly run: (program: string, args: ReadonlyArray<string>, env?: Record<string, string>) => Promise<string>;
  readonly remove: () => Promise<void>;
};

export const aDatabaseHost = async (): Promise<DatabaseHost> => {
  const tools = await findTools();
  const folder = await mkdtemp(join(tmpdir(), 'carryover-backup-'));
  const user = await findServerUser(folder);
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  return {
    folder,
    user,
    run: (program, args, env = {}) =>
      runProgram(join(tools, program), args, {
        ...user,
        cwd: folder,
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...env },
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

const PASSWORD = randomBytes(12).toString('hex');

export type Cluster = {
  readonly data: string;
  /** The address of a database, as the superuser. */
  readonly url: (database: string) => string;
  readonly start: () => Promise<void>;
  /** `immediate` is a crash: nothing is written out. */
  readonly stop: (mode?: 'fast' | 'immediate') => Promise<void>;
};

/** A free port at this moment. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** Takes charge of a data directory that is there. */
export const theCluster = async (host: DatabaseHost, name: string): Promise<Cluster> => {
  const data = join(host.folder, name);
  const port = await freePort();
  const control = (...args: ReadonlyArray<string>) => host.run('pg_ctl', ['-D', data, '-w', ...args]);
  return {
    data,
    url: (database) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`,
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

/** Makes a cluster that archives its write-ahead log to `archive` beside it. */
export const makeCluster = async (host: DatabaseHost, name: string): Promise<Cluster> => {
  const password = join(host.folder, 'password');
  await writeFile(password, PASSWORD, { mode: 0o644 });
  const archive = join(host.folder, 'archive');
  await mkdir(archive, { recursive: true });
  if (host.user.uid !== undefined) await chown(archive, host.user.uid, host.user.gid!);
  const data = join(host.folder, name);
  const options = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${password}`, '--encoding=UTF8'];
  await host.run('initdb', [`--pgdata=${data}`, '--locale=C', ...options]);
  await rm(password);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    archive_mode: 'on',
    // Under its own name only once it is there whole, and never over one that is there.
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && sync ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    archive_timeout: '60s',
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key} = '${value}'`);
  await appendFile(join(data, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  return theCluster(host, name);
};
