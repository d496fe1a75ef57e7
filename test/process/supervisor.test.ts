import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeEvidenceKeys } from '@carryover/adapters-crypto/evidence-keys';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { send } from '../support/requests.ts';
import { aProcess, type RunningProcess } from './a-process.ts';

let service: RunningProcess;
// Not at the top of the file: if no test of it runs (`-t`), `afterAll` does not either, and the process would go on.
beforeAll(async () => {
  service = await aProcess({ WORKERS: '2', SHUTDOWN_DELAY_MS: '500' });
});
afterAll(() => service.remove());

describe('workers whose supervisor is killed', () => {
  it('say so at /readyz, answer what they accepted, and end', async () => {
    const { child, databaseUrl, demo, post } = service;
    const workers = service.workers();
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from account where external_account_number = $1 for update', [
      demo.external_account_number,
    ]);
    const waiting = post('accepted before');
    await delay(300);
    child.kill('SIGKILL');
    await expect.poll(() => send(`${demo.base_url}/readyz`, {})).toMatchObject({ status: 503 });
    // Longer than they go on serving.
    await delay(1_000);
    await blocker.query('rollback');
    await blocker.end();
    expect((await waiting).status).toBe(201);
    await expect.poll(() => workers.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 10_000 }).toEqual([]);
  });
});

describe('a supervisor of which a worker cannot start', () => {
  it('ends when it is told to stop', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carryover-supervisor-'));
    const key = join(dataDir, 'key');
    await writeFile(key, makeEvidenceKeys().privateKey);
    const environment = {
      ...{ PORT: '0', CONSOLE: 'off', DEMO: 'off', WORKERS: '2', SHUTDOWN_DELAY_MS: '0', DATA_DIR: dataDir },
      ...{ DATABASE_URL: await aDatabase(), CARRYOVER_SECRET: randomBytes(32).toString('base64') },
      EVIDENCE_KEY_FILE: key,
    };
    const child = spawn(process.execPath, ['apps/api/src/main.ts'], { env: { ...process.env, ...environment } });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', async (chunk: Buffer) => {
        output += chunk;
        // The first one runs, and the second one needs the file too.
        if (output.includes('a worker is ready')) await rm(key, { force: true });
      });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(() => output, { timeout: 20_000 }).toContain(`EVIDENCE_KEY_FILE (${key}) cannot be read`);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
