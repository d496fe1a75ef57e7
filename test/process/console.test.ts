import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { aServiceProcess, type ServiceProcess } from '../support/a-service-process.ts';

const folders: string[] = [];
const services: ServiceProcess[] = [];
afterAll(async () => {
  for (const { child } of services) child.kill('SIGKILL');
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const start = async (environment: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'carryover-console-'));
  folders.push(dataDir);
  const data = { DATA_DIR: dataDir, DATABASE_URL: await aDatabase(), DEMO: 'on' };
  const service = await aServiceProcess({ ...data, CONSOLE: 'on', CONSOLE_PORT: '0', ...environment });
  services.push(service);
  const read = async (name: string) => JSON.parse(await readFile(join(dataDir, name), 'utf8'));
  return {
    service,
    demo: await read('demo.json'),
    processOfConsole: async () => (await read('console.json')).pid as number,
  };
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const statusOf = async (url: string, cookie = ''): Promise<number | string> =>
  fetch(url, { headers: { cookie } }).then(
    ({ status }) => status,
    () => 'unreachable',
  );

const cookieOf = (signedIn: Response): string => signedIn.headers.getSetCookie()[0]!.split(';')[0]!;

const uploadsIn = async (temporary: string): Promise<number> =>
  (await readdir(temporary)).filter((name) => name.startsWith('carryover-upload-')).length;

/** Uploads an accounts file, which waits for its confirmation. */
const preview = async (origin: string, cookie: string): Promise<void> => {
  const columns = 'external_account_number,status,ledger_number,ledger_code,main';
  const header = `${columns},open_from,open_to,has_finalized_billing_document`;
  const body = new FormData();
  body.set('file', new Blob([`${header}\nP-1,IMPORTED,LP-1,ELECTRICITY,true,2026-11-01,,false`]), 'accounts.csv');
  const path = '/set-up/organisations/Demo%20organisation/suppliers/DEMO_SUPPLIER/accounts';
  const reply = await fetch(`${origin}${path}`, { method: 'POST', headers: { cookie }, body });
  expect(reply.status).toBe(200);
};

describe('the console of npm start', () => {
  it.each([
    ['one process', {}],
    ['several workers', { WORKERS: '2' }],
  ])('has its sign-in link in the banner and in demo.json, and ends with the service: %s', async (_, environment) => {
    const temporary = await mkdtemp(join(tmpdir(), 'carryover-console-tmp-'));
    folders.push(temporary);
    const { service, demo, processOfConsole } = await start({ ...environment, TMPDIR: temporary });
    const link: string = demo.console_sign_in_url;
    expect(service.output()).toContain(`Console: ${link}`);
    const signedIn = await fetch(link, { redirect: 'manual' });
    expect(signedIn.status).toBe(303);
    const pid = await processOfConsole();
    await preview(new URL(link).origin, cookieOf(signedIn));
    expect(await uploadsIn(temporary)).toBe(1);
    expect(await service.stop()).toBe(0);
    expect(isRunning(pid)).toBe(false);
    expect(await uploadsIn(temporary)).toBe(0);
  });

  it('is started again when it dies, at the same address; its sessions go on, its uploads are removed', async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'carryover-console-tmp-'));
    folders.push(temporary);
    const { demo, processOfConsole } = await start({ TMPDIR: temporary });
    const link = new URL(demo.console_sign_in_url);
    const signedIn = await fetch(link, { redirect: 'manual' });
    const cookie = cookieOf(signedIn);
    await preview(link.origin, cookie);
    const before = await processOfConsole();
    process.kill(before, 'SIGKILL');
    await expect.poll(processOfConsole).not.toBe(before);
    expect(await uploadsIn(temporary)).toBe(0);
    expect(await statusOf(`${link.origin}/`, cookie)).toBe(200);
    expect(await statusOf(link.href)).toBe(403);
  });

  it('says that a reconciliation was interrupted when it died, and starts it again', { timeout: 120_000 }, async () => {
    const { demo, processOfConsole } = await start();
    const { href, origin } = new URL(demo.console_sign_in_url);
    const cookie = cookieOf(await fetch(href, { redirect: 'manual' }));
    const headers = { cookie };
    const body = new FormData();
    const totals = 'external_account_number,ledger_number,type,count,sum\nEXTERNAL-1234,L-DEMO-1,CHARGE,0,0.00\n';
    body.set('file', new Blob([totals]), 'totals.csv');
    const path = `${origin}/reconciliation?organisation=Demo+organisation&supplier=DEMO_SUPPLIER`;
    const begun = await fetch(path, { method: 'POST', headers, body, redirect: 'manual' });
    const before = await processOfConsole();
    process.kill(before, 'SIGKILL');
    await expect.poll(processOfConsole).not.toBe(before);
    const run = `${origin}${begun.headers.get('location')}`;
    const textOf = async (url: string) => (await fetch(url, { headers })).text();
    expect(await textOf(run)).toContain('It was interrupted');
    const again = await fetch(`${run}/again`, { method: 'POST', headers, redirect: 'manual' });
    const result = `${origin}${again.headers.get('location')}`;
    await expect.poll(() => textOf(result), { timeout: 60_000 }).toContain('agrees with its control total');
  });

  it('ends when the service is killed', async () => {
    const { service, demo, processOfConsole } = await start();
    await statusOf(`${new URL(demo.console_sign_in_url).origin}/`);
    await expect.poll(processOfConsole).toBeGreaterThan(0);
    const pid = await processOfConsole();
    service.child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('is missing if its port is taken, and the service says so and works', async () => {
    const first = await start();
    const { port } = new URL(first.demo.console_sign_in_url);
    const second = await start({ CONSOLE_PORT: port });
    expect(second.demo.console_sign_in_url).toBeUndefined();
    expect(second.service.output()).toContain(
      `Console: not started. Port ${port} on 127.0.0.1 is in use. Set CONSOLE_PORT to a free port.`,
    );
    expect(await statusOf(`${second.service.baseUrl}/readyz`)).toBe(200);
  });
});
