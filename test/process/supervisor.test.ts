import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
