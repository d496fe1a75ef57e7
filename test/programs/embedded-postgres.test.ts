import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { layoutOf } from '@carryover/embedded-postgres/cluster';
import { joinEmbeddedPostgres } from '@carryover/embedded-postgres/embedded-postgres';
import { findServerUser, reachableBinaries } from '@carryover/embedded-postgres/installation';
import { findServer, stopServer } from '@carryover/embedded-postgres/server';
import { withLock } from '@carryover/settings/file-lock';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest';

const source = new URL('../../packages/embedded-postgres/src/', import.meta.url);

let home: string;
/** A DATA_DIR with a cluster. Most tests share it, since making or copying one takes its time. */
let dataDir: string;
let used: ReadonlyArray<string> = [];
let processes: ReadonlyArray<ChildProcess> = [];

/** A DATA_DIR of its own for a test, still empty. */
const emptyDataDir = (): string => {
  const dataDir = join(home, `data-${used.length}`);
  used = [...used, dataDir];
  return dataDir;
};

const copyOfDataDir = (): string => {
  const copy = emptyDataDir();
  execFileSync('cp', ['-a', dataDir, copy]);
  return copy;
};

const query = async (url: string, sql: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

/** Commits a new value and answers what `kept` is to answer from now on. */
const keep = async (url: string) => {
  await query(url, 'DROP TABLE IF EXISTS kept');
  await query(url, 'CREATE TABLE kept AS SELECT gen_random_uuid() AS value');
  return kept(url);
};
const kept = (url: string) => query(url, 'SELECT value FROM kept');
const started = (url: string) => query(url, 'SELECT pg_postmaster_start_time()::text AS at');

const serverOf = (of = dataDir) => findServer(layoutOf(of));

/** The server and its children. */
const serverProcesses = async (of = dataDir): Promise<ReadonlyArray<number>> => {
  const server = await serverOf(of);
  if (!server) return [];
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = all.split('\n').map((row) => row.trim().split(/\s+/).map(Number));
  return [server.pid, ...rows.filter(([, parent]) => parent === server.pid).map(([pid]) => pid!)];
};

const kill = (pids: ReadonlyArray<number>, signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended already.
    }
  }
};

const killServer = async (of = dataDir): Promise<void> => {
  kill(await serverProcesses(of), 'SIGKILL');
  while (await serverOf(of)) await sleep(5);
};

/** Another process of ours: joins, reports the address, leaves when told to. */
const program = `
  import { joinEmbeddedPostgres } from '${source}embedded-postgres.ts';
  const joined = await joinEmbeddedPostgres({ dataDir: process.argv[2] });
  process.on('message', async () => { await joined.leave(); process.disconnect(); });
  process.send(joined.url);
`;

/** Starts another process that joins; `url` resolves when it has. */
const otherProcess = (of = dataDir) => {
  const child = fork(join(home, 'program.mjs'), [of]);
  processes = [...processes, child];
  const exited = once(child, 'exit');
  return {
    url: once(child, 'message').then(([url]) => url as string),
    leave: async () => {
      child.send('leave');
      await exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

/** A process that has nothing to do with PostgreSQL. */
const unrelatedProcess = (): ChildProcess => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  processes = [...processes, child];
  return child;
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await writeFile(join(home, 'program.mjs'), program);
  dataDir = emptyDataDir();
  const { leave } = await joinEmbeddedPostgres({ dataDir });
  await leave();
});

afterEach(async () => {
  for (const child of processes) child.kill('SIGKILL');
  processes = [];
  for (const each of used) await killServer(each);
});

afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 10 }));

describe('an embedded PostgreSQL', () => {
  it('keeps data from one start to the next, and does not run in between', async () => {
    const first = await joinEmbeddedPostgres({ dataDir });
    const value = await keep(first.url);
    await first.leave();
    expect(await serverOf()).toBeUndefined();

    const second = await joinEmbeddedPostgres({ dataDir });
    expect(await kept(second.url)).toEqual(value);
    await second.leave();
  });

  it('is safe against a crash, reachable from this machine only, and sorts by code point', async () => {
    const settings = { work_mem: '5MB', fsync: 'off', listen_addresses: '*' };
    const { url, leave } = await joinEmbeddedPostgres({ dataDir, settings });
    const superuser = Object.assign(new URL(url), { username: 'postgres' }).href;
    const rows = await query(superuser, 'SELECT name, setting FROM pg_settings');
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toMatchObject({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      server_encoding: 'UTF8',
      max_connections: '200',
      work_mem: '5120',
    });
    const collation = 'SELECT datcollate FROM pg_database WHERE datname = current_database()';
    expect(await query(url, collation)).toEqual([{ datcollate: 'C' }]);
    await leave();
  });

  it('asks for the kept password, which only its owner can read', async () => {
    const { url, leave } = await joinEmbeddedPostgres({ dataDir });
    const { password } = layoutOf(dataDir);
    expect(new URL(url).password).toBe((await readFile(password, 'utf8')).trim());
    expect((await stat(password)).mode & 0o777).toBe(0o600);
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await leave();
  });

  it('runs beside that of another data directory, a copy of this one in use included', async () => {
    const one = await joinEmbeddedPostgres({ dataDir });
    const other = await joinEmbeddedPostgres({ dataDir: copyOfDataDir() });
    expect(await keep(one.url)).not.toEqual(await keep(other.url));
    await one.leave();
    expect(await kept(other.url)).toHaveLength(1);
    await other.leave();
  });
});

describe('the processes that share an embedded PostgreSQL', () => {
  it('attach to the one that runs, and the last one out stops it', async () => {
    const other = otherProcess();
    const theirUrl = await other.url;
    const ours = await joinEmbeddedPostgres({ dataDir });
    expect(ours.url).toBe(theirUrl);

    await other.leave();
    expect(await started(ours.url)).toHaveLength(1);
    await Promise.all([ours.leave(), ours.leave()]);
    expect(await serverOf()).toBeUndefined();
  });

  it('get one server when they start at once on an empty directory', async () => {
    const empty = emptyDataDir();
    const others = [otherProcess(empty), otherProcess(empty), otherProcess(empty)];
    const urls = await Promise.all(others.map(({ url }) => url));
    expect(new Set(urls).size).toBe(1);
    await Promise.all(others.map(({ leave }) => leave()));
    expect(await serverOf(empty)).toBeUndefined();
  });

  it('leave the server running when killed; the next one attaches to it and can stop it', async () => {
    const other = otherProcess();
    const before = await started(await other.url);
    await other.kill();

    const ours = await joinEmbeddedPostgres({ dataDir });
    expect(await started(ours.url)).toEqual(before);
    await ours.leave();
    expect(await serverOf()).toBeUndefined();
  });
});

describe('after a crash', () => {
  const noteFile = (): string => join(layoutOf(dataDir).cluster, 'postmaster.pid');

  /** Writes another process into the process id file of the dead server. */
  const note = async (pid: number): Promise<void> => {
    const [, ...rest] = (await readFile(noteFile(), 'utf8')).split('\n');
    await writeFile(noteFile(), [pid, ...rest].join('\n'));
  };

  it('of everything, what was committed is there, at the same address', async () => {
    const other = otherProcess();
    const url = await other.url;
    const value = await keep(url);
    await Promise.all([other.kill(), killServer()]);

    const again = await joinEmbeddedPostgres({ dataDir });
    expect(again.url).toBe(url);
    expect(await kept(again.url)).toEqual(value);
    await again.leave();
  });

  it('of a server that was stopped in good order while it was used, it comes back at the same address', async () => {
    const first = await joinEmbeddedPostgres({ dataDir });
    const value = await keep(first.url);
    await stopServer(layoutOf(dataDir));
    const again = await joinEmbeddedPostgres({ dataDir });
    expect(again.url).toBe(first.url);
    expect(await kept(again.url)).toEqual(value);
    await Promise.all([first.leave(), again.leave()]);
  });

  it('of a server that was stopped, the next one may start at once, and is not taken for it', async () => {
    const first = await joinEmbeddedPostgres({ dataDir });
    const value = await keep(first.url);
    const before = (await serverOf())!.pid;
    const began = performance.now();
    const stopping = stopServer(layoutOf(dataDir));
    while ((await serverOf())?.pid === before);
    const again = await joinEmbeddedPostgres({ dataDir });
    await stopping;
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(await kept(again.url)).toEqual(value);
    await Promise.all([first.leave(), again.leave()]);
  });

  it('another port is taken when the old one has gone to another program', async () => {
    const first = await joinEmbeddedPostgres({ dataDir });
    await killServer();
    const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(squatter, 'listening');

    const second = await joinEmbeddedPostgres({ dataDir });
    expect(second.url).not.toBe(first.url);
    squatter.close();
    await Promise.all([first.leave(), second.leave()]);
  });

  it('the dead server is not taken for alive, whichever process has its number now', async () => {
    const first = await joinEmbeddedPostgres({ dataDir });
    const value = await keep(first.url);
    const nobody = 4_194_305;
    for (const pid of [unrelatedProcess().pid!, process.pid, process.ppid, nobody]) {
      await killServer();
      await note(pid);
      const again = await joinEmbeddedPostgres({ dataDir });
      expect(await kept(again.url)).toEqual(value);
      await again.leave();
    }
    await first.leave();
  });

  it('an empty process id file does not prevent the start', async () => {
    const first = await joinEmbeddedPostgres({ dataDir });
    const value = await keep(first.url);
    await killServer();
    await writeFile(noteFile(), '');

    const again = await joinEmbeddedPostgres({ dataDir });
    expect(await kept(again.url)).toEqual(value);
    await Promise.all([first.leave(), again.leave()]);
  });

  it("waits for a killed server's last child, even if the process id file names another process", async () => {
    const first = await joinEmbeddedPostgres({ dataDir });
    const value = await keep(first.url);
    const [server, child] = await serverProcesses();
    kill([child!], 'SIGSTOP');
    kill([server!], 'SIGKILL');
    while (await serverOf()) await sleep(5);
    await note(unrelatedProcess().pid!);

    const joining = joinEmbeddedPostgres({ dataDir });
    expect(await Promise.race([joining, sleep(1_000, 'waiting')])).toBe('waiting');
    kill([child!], 'SIGKILL');
    const again = await joining;
    expect(await kept(again.url)).toEqual(value);
    await Promise.all([first.leave(), again.leave()]);
  });

  it('a cluster that was half made is made again', async () => {
    const empty = emptyDataDir();
    const { unfinishedCluster, cluster } = layoutOf(empty);
    const other = otherProcess(empty);
    while (!(await stat(join(unfinishedCluster, 'PG_VERSION')).catch(() => undefined))) await sleep(5);
    await other.kill();
    await expect(stat(cluster)).rejects.toMatchObject({ code: 'ENOENT' });

    const joined = await joinEmbeddedPostgres({ dataDir: empty });
    expect(await keep(joined.url)).toHaveLength(1);
    await joined.leave();
  });
});

describe('an operator is told', () => {
  it('what the server logged last, and where, when it does not start', async () => {
    const failure = joinEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'plenty' } });
    await expect(failure).rejects.toThrow(layoutOf(dataDir).log);
    await expect(failure).rejects.toThrow('invalid value for parameter "shared_buffers": "plenty"');
  });

  it('that another major version made the data, which is left alone', async () => {
    const version = join(layoutOf(dataDir).cluster, 'PG_VERSION');
    await writeFile(version, '17\n');
    try {
      await expect(joinEmbeddedPostgres({ dataDir })).rejects.toThrow('was made by PostgreSQL 17');
      expect(await readFile(version, 'utf8')).toBe('17\n');
    } finally {
      await writeFile(version, '18\n');
    }
  });

  it('that the data directory cannot be used', async () => {
    const file = join(home, 'a-file');
    await writeFile(file, '');
    await expect(joinEmbeddedPostgres({ dataDir: file })).rejects.toThrow(`The data directory ${file} cannot be used`);
  });
});

describe('a file lock', () => {
  it('keeps others waiting, for a limited time, until it is released', async () => {
    const file = join(home, 'test.lock');
    await withLock(file, 0, async () => {
      await expect(withLock(file, 50, async () => 'in')).rejects.toThrow(`holding ${file} for 0.05 s`);
    });
    expect(await withLock(file, 0, async () => 'in')).toBe('in');
  });
});

describe("root's embedded PostgreSQL, below a folder that only root may enter", () => {
  const requireRoot = ({ skip }: TestContext): void =>
    skip(process.getuid?.() !== 0, 'only root needs another user to run PostgreSQL');

  it('runs as another user, and leaves the folder as it is', async (context) => {
    requireRoot(context);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    const { url, leave } = await joinEmbeddedPostgres({ dataDir });
    const value = await keep(url);
    expect((await stat(`/proc/${(await serverOf())!.pid}`)).uid).not.toBe(0);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    expect(await kept(url)).toEqual(value);
    await leave();
  });

  it('runs from a copy of its programs, which root makes once for all', async (context) => {
    requireRoot(context);
    const user = await findServerUser(join(home, 'nothing'));
    const hidden = { folder: join(home, 'native'), version: `test-${process.pid}` };
    await mkdir(join(hidden.folder, 'bin'), { recursive: true });
    await writeFile(join(hidden.folder, 'bin', 'postgres'), '#!/bin/sh\nexit 0\n', { mode: 0o700 });

    const [copy, same] = await Promise.all([reachableBinaries(hidden, user), reachableBinaries(hidden, user)]);
    try {
      expect(same).toEqual(copy);
      expect(copy.folder).not.toBe(hidden.folder);
      expect(await reachableBinaries(copy, user)).toBe(copy);
      expect(await stat(copy.folder)).toMatchObject({ uid: 0, mode: 0o40755 });
    } finally {
      await rm(copy.folder, { recursive: true });
    }
  });
});
