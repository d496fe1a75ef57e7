import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { joinEmbeddedPostgres } from '@carryover/embedded-postgres/embedded-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';
import { aFolder } from '../support/a-file.ts';
import type { Demo } from '../support/a-service.ts';
import { aServiceProcess, type ServiceProcess } from '../support/a-service-process.ts';
import { anOperator } from '../support/an-operator.ts';
import { obtainToken, poster, send } from '../support/requests.ts';

let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carryover-process-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await (await joinEmbeddedPostgres({ dataDir })).leave();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs SQL on the embedded database that a running service uses. */
const sql = async <Row>(text: string): Promise<ReadonlyArray<Row>> => {
  const postgres = await joinEmbeddedPostgres({ dataDir });
  try {
    return await runSql<Row>(postgres.url, text);
  } finally {
    await postgres.leave();
  }
};

/** Starts the service on the folder. */
const start = async (
  environment: Record<string, string> = {},
  command?: Parameters<typeof aServiceProcess>[1],
): Promise<ServiceProcess> => {
  const service = await aServiceProcess({ DATA_DIR: dataDir, ...environment }, command);
  children.push(service.child);
  return service;
};

/** The CPU time of a process since its start. */
const cpuSecondsOf = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  const [userTicks, systemTicks] = fields.slice(11, 13).map(Number) as [number, number];
  return (userTicks + systemTicks) / 100;
};

const demo = async (): Promise<Demo> => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));

const postNotes = async (baseUrl: string, bodies: ReadonlyArray<string>) => {
  const { api_key: apiKey, import_supplier, external_account_number } = await demo();
  const { token } = (await obtainToken(baseUrl, apiKey)).json.data.obtainToken;
  const notes = bodies.map((body) => ({ body }));
  return poster(baseUrl, token)('/v1/data-import/notes/create/', { import_supplier, external_account_number, notes });
};

describe('the service as a process', () => {
  it('starts on an empty folder and prints two commands that work as printed', async () => {
    const { output, baseUrl, stop } = await start();
    expect(await demo()).toEqual({
      base_url: baseUrl,
      api_key: expect.stringMatching(/^co_/),
      import_supplier: 'DEMO_SUPPLIER',
      external_account_number: 'EXTERNAL-1234',
      ledger_number: 'L-DEMO-1',
    });
    const commands = output()
      .split('\n')
      .filter((line) => /^ {2}(TOKEN=|curl )/.test(line));
    expect(commands).toHaveLength(2);
    const shell = spawn('bash', ['-c', commands.join('\n')], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    for await (const chunk of shell.stdout) printed += chunk;
    expect(JSON.parse(printed)).toEqual([expect.objectContaining({ status: 'NOTE_CREATION_SUCCESS' })]);
    expect(await stop()).toBe(0);
  });

  it('keeps its secrets for its owner alone', async () => {
    const modes = await Promise.all(
      ['secret', 'demo.json'].map(async (name) => (await stat(join(dataDir, name))).mode & 0o777),
    );
    expect(modes).toEqual([0o600, 0o600]);
  });

  it('starts again with less than 3 seconds of work and the same key, and knows what it stored', async () => {
    const key = (await demo()).api_key;
    const { child, baseUrl, stop } = await start();
    expect(await cpuSecondsOf(child.pid!)).toBeLessThan(3);
    expect((await demo()).api_key).toBe(key);
    expect((await postNotes(baseUrl, ['Moved in on 1 May.'])).json[0].status).toBe('NOTE_ALREADY_EXISTS');

    const secret = await readFile(join(dataDir, 'secret'));
    await writeFile(join(dataDir, 'secret'), 'damaged');
    const { json } = await anOperator({ DATA_DIR: dataDir })('doctor', '--json');
    await writeFile(join(dataDir, 'secret'), secret);
    // The secret is what is wrong, and not the database.
    expect(json.checks).toContainEqual(expect.objectContaining({ check: 'database', status: 'ok' }));
    expect(json.checks).toContainEqual(
      expect.objectContaining({ check: 'secret', status: 'fail', detail: expect.stringContaining('cannot be read') }),
    );
    await stop();
  });

  it('has lost nothing it acknowledged after kill -9', async () => {
    const first = await start();
    const acknowledged: string[] = [];
    const client = async (name: number) => {
      for (let n = 0; ; n += 1) {
        const body = `note ${name}-${n}`;
        const reply = await postNotes(first.baseUrl, [body]).catch(() => null);
        if (reply === null) return;
        if (reply.status === 201) acknowledged.push(body);
      }
    };
    const clients = [1, 2, 3, 4].map(client);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    first.child.kill('SIGKILL');
    await Promise.all(clients);
    expect(acknowledged.length).toBeGreaterThan(0);

    const second = await start();
    const reply = await postNotes(second.baseUrl, acknowledged);
    expect(new Set(reply.json.map((result: { status: string }) => result.status))).toEqual(
      new Set(['NOTE_ALREADY_EXISTS']),
    );
    await second.stop();
  });

  it('ends with npm, and answers what it accepted', async () => {
    const { baseUrl, stop } = await start({}, ['npm', ['start']]);
    const { api_key: apiKey, import_supplier, external_account_number } = await demo();
    const post = poster(baseUrl, (await obtainToken(baseUrl, apiKey)).json.data.obtainToken.token);
    let answered = 0;
    const acknowledged: string[] = [];
    const client = async (name: number) => {
      for (let n = 0; ; n += 1) {
        const body = `leaving ${name}-${n}`;
        const payload = { import_supplier, external_account_number, notes: [{ body }] };
        const reply = await post('/v1/data-import/notes/create/', payload).catch(() => null);
        if (reply === null) return;
        answered += 1;
        if (reply.status === 201) acknowledged.push(body);
      }
    };
    const clients = Array.from({ length: 12 }, (_, name) => client(name));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const toldAt = performance.now();
    await stop();
    await Promise.all(clients);
    expect(performance.now() - toldAt).toBeLessThan(5_000);
    expect(answered).toBeGreaterThan(12);

    const again = await start();
    const count = await sql<{ count: number }>(`select count(*)::int as count from note where body like 'leaving %'`);
    expect(count).toEqual([{ count: acknowledged.length }]);
    await again.stop();
  });

  it('starts its database again where that was killed', async () => {
    const { baseUrl, stop } = await start();
    const pid = Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    const isReady = async () => (await send(`${baseUrl}/readyz`, {})).status === 200;
    const deadline = performance.now() + 20_000;
    while (await isReady()) await new Promise((resolve) => setTimeout(resolve, 20));
    while (!(await isReady()) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await postNotes(baseUrl, ['after the database was killed'])).status).toBe(201);
    expect(await stop()).toBe(0);
  });

  it('says in its log that it starts, is ready and has stopped, and shows no banner without demo data', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'carryover-process-'));
    const environment = { DEMO: 'off', DATA_DIR: folder, DATABASE_URL: await aDatabase(), WORKERS: '2', PORT: '0' };
    const { output, stop } = await aServiceProcess(environment);
    expect(await stop()).toBe(0);
    const lines = output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(lines.filter((line) => line.version !== undefined)).toEqual([
      expect.objectContaining({ level: 30, version, msg: 'starting' }),
      expect.objectContaining({
        version,
        msg: 'ready',
        base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      }),
      expect.objectContaining({ version, msg: 'stopped' }),
    ]);
    // Without demo data and on another database the folder is not this start's own.
    expect(await readdir(folder)).toEqual(['secret']);
    await rm(folder, { recursive: true, force: true });
  });

  it('says everything that is wrong with its environment, in a line of its log, and ends with 1', async () => {
    const failed = await start({ LOG_LEVEL: 'loud', TOKEN_LIFETIME_SECONDS: 'x' }).then(
      () => 'started',
      (error: Error) => error.message,
    );
    const [, line] = /^ended with 1: (.*)\n$/.exec(failed)!;
    expect(JSON.parse(line!)).toEqual({
      level: 60,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: hostname(),
      msg: expect.stringMatching(
        /^Carryover cannot start\. [\s\S]*\n {2}- TOKEN_LIFETIME_SECONDS [\s\S]*\n {2}- LOG_LEVEL /,
      ),
    });
  });

  it('takes no arguments: it says what it is with --help, and refuses others with 2', () => {
    const started = (argument: string) => {
      const { status, stdout } = spawnSync(process.execPath, ['apps/api/src/main.ts', argument], { encoding: 'utf8' });
      return [status, stdout.split('    ')[0]];
    };
    expect(['--help', 'service'].map(started)).toEqual([
      [0, 'npm start'],
      [2, ''],
    ]);
  });

  it("finds a relative DATA_DIR in the project's folder, as the operator's command does, wherever it is started", async () => {
    const cwd = aFolder();
    // A file is no folder, so that the start ends there.
    const env = { ...process.env, DATA_DIR: 'package.json/data', PORT: '0', CONSOLE: 'off' };
    const service = [resolve('deploy/run.mjs'), 'service'];
    const { status, stderr } = spawnSync(process.execPath, service, { cwd, env, encoding: 'utf8', timeout: 20_000 });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${resolve('package.json/data')} cannot be used`)]);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('is refused where another runs on its folder, by its address, and changes nothing there', async () => {
    const { child, baseUrl, ended } = await start();
    const before = await demo();
    const failed = await start().then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(failed).toContain(`is in use by the service at ${baseUrl} (process ${child.pid})`);
    expect(await demo()).toEqual(before);
    expect((await send(`${baseUrl}/readyz`, {})).status).toBe(200);

    child.kill('SIGKILL');
    await ended;
    const after = await start();
    expect(after.baseUrl).toBe((await demo()).base_url);
    expect(await after.stop()).toBe(0);
  });

  it('says so where its port is taken', async () => {
    const { baseUrl, stop } = await start();
    const elsewhere = await mkdtemp(join(tmpdir(), 'carryover-process-'));
    const environment = { DATA_DIR: elsewhere, DATABASE_URL: await aDatabase(), PORT: new URL(baseUrl).port };
    const failed = await start(environment).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(failed).toContain(`Port ${new URL(baseUrl).port} on 127.0.0.1 is in use. Set PORT to a free port.`);
    await rm(elsewhere, { recursive: true, force: true });
    await stop();
  });
});
