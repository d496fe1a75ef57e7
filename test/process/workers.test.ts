import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { type Demo, obtainToken, send } from '../support/a-service.ts';

let dataDir: string;
let service: ChildProcess;
let demo: Demo;
let output = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carryover-workers-'));
  const env = {
    ...process.env,
    WORKERS: '2',
    PORT: '0',
    DEMO: 'on',
    DATA_DIR: dataDir,
    DATABASE_URL: await aDatabase(),
  };
  service = spawn(process.execPath, ['apps/api/src/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Carryover is ready')) resolve();
    };
    service.stdout!.on('data', read);
    service.stderr!.on('data', read);
    service.once('exit', () => reject(new Error(output)));
  });
  demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
});
afterAll(async () => {
  service.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** The processes that the supervisor runs. */
const workers = (): ReadonlyArray<number> =>
  readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);

const until = async (isTrue: () => boolean): Promise<void> => {
  const deadline = Date.now() + 20_000;
  while (!isTrue() && Date.now() < deadline) await delay(50);
  expect(isTrue()).toBe(true);
};

const post = async (token: string, body: string) =>
  send(`${demo.base_url}/v1/data-import/notes/create/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
    body: JSON.stringify({
      import_supplier: demo.import_supplier,
      external_account_number: demo.external_account_number,
      notes: [{ body }],
    }),
  });

describe('several workers behind one port', () => {
  it('serve together; the service says once that it is ready', async () => {
    const { token } = (await obtainToken(demo.base_url, demo.api_key)).json.data.obtainToken;
    expect(workers()).toHaveLength(2);
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => post(token, `note ${n}`)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(output.match(/Carryover is ready/g)).toHaveLength(1);
    expect(output).toContain(`Carryover is ready at ${demo.base_url}`);
  });

  it('say together what they count, whichever is asked', async () => {
    const counts = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { text } = await send(`${demo.base_url}/metrics`, { method: 'GET' });
        return /^carryover_import_items_total\{endpoint="notes\/create"\} (\d+)$/m.exec(text)?.[1];
      }),
    );
    expect(counts).toEqual(counts.map(() => '40'));
  });

  it('count the requests of an organisation together', async () => {
    const { token } = (await obtainToken(demo.base_url, demo.api_key)).json.data.obtainToken;
    const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => post(token, `counted ${n}`)));
    const left = replies.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]));
    expect(new Set(left).size).toBe(30);
    expect(Math.max(...left) - Math.min(...left)).toBe(29);
  });

  it('count failed attempts together', async () => {
    const attempts = Array.from({ length: 60 }, () => obtainToken(demo.base_url, 'wrong'));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });

  it('are started again when they die, and answer meanwhile', async () => {
    const [first, second] = workers() as [number, number];
    process.kill(first, 'SIGKILL');
    await until(() => !workers().includes(first));
    const health = await Promise.all(Array.from({ length: 10 }, () => send(`${demo.base_url}/readyz`, {})));
    expect(health.map(({ status }) => status)).toEqual(health.map(() => 200));
    await until(() => workers().length === 2);
    expect(workers()).toContain(second);
  });

  it('end together when the service is told to stop', async () => {
    const [first, second] = workers() as [number, number];
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGTERM');
    expect(await ended).toBe(0);
    for (const pid of [first, second]) expect(() => process.kill(pid, 0)).toThrow();
  });
});
