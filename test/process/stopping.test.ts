import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';
import { type Demo, obtainToken, send } from '../support/a-service.ts';

let dataDir: string;
let databaseUrl: string;
let service: ChildProcess;
let demo: Demo;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carryover-stopping-'));
  databaseUrl = await aDatabase();
  const env = {
    ...process.env,
    PORT: '0',
    DEMO: 'on',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SHUTDOWN_DELAY_MS: '1500',
  };
  service = spawn(process.execPath, ['apps/api/src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    service.stdout!.on('data', (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Carryover is ready')) resolve();
    });
    service.once('exit', () => reject(new Error(output)));
  });
  demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  token = (await obtainToken(demo.base_url, demo.api_key)).json.data.obtainToken.token;
});
afterAll(async () => {
  service.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const post = (body: string) =>
  send(`${demo.base_url}/v1/data-import/notes/create/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
    body: JSON.stringify({
      import_supplier: demo.import_supplier,
      external_account_number: demo.external_account_number,
      notes: [{ body }],
    }),
  });

describe('a service that is told to stop while it is used', () => {
  it('says so at /readyz first, serves until then, answers all it accepted, and ends well', async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let isRefused = false;
    /** Posts until nobody takes the connection any more. */
    const client = async (name: number) => {
      for (let n = 0; !isRefused; n += 1) {
        const reply = await post(`${name}-${n}`).catch((error: unknown) => {
          const { code } = (error as { cause?: { code?: string } }).cause ?? {};
          // Only a connection that was never taken, or an idle one that was closed, may be lost.
          expect(['ECONNREFUSED', 'UND_ERR_SOCKET', 'ECONNRESET']).toContain(code);
          isRefused = true;
          return null;
        });
        if (reply === null) return;
        statuses.add(reply.status);
        if (reply.status === 201) acknowledged.push(`${name}-${n}`);
      }
    };
    const clients = Array.from({ length: 8 }, (_, name) => client(name));
    await delay(500);
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGTERM');
    await delay(300);

    const before = acknowledged.length;
    const ready = await send(`${demo.base_url}/readyz`, {});
    expect(ready).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
    expect((await send(`${demo.base_url}/livez`, {})).status).toBe(200);
    expect((await post('while it says so')).status).toBe(201);

    expect(await ended).toBe(0);
    await Promise.all(clients);
    expect([...statuses]).toEqual([201]);
    expect(acknowledged.length).toBeGreaterThan(before);
    const rows = await runSql<{ body: string }>(databaseUrl, 'select body from note');
    const stored = rows.map(({ body }) => body);
    expect(new Set(stored).size).toBe(stored.length);
    expect(acknowledged.filter((body) => !stored.includes(body))).toEqual([]);
  });
});
