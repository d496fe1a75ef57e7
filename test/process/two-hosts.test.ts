import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';
import { aRootSecret } from '../support/a-random.ts';
import type { Demo } from '../support/a-service.ts';
import { aServiceProcess, type ServiceProcess } from '../support/a-service-process.ts';
import { anOperator } from '../support/an-operator.ts';
import { freePort } from '../support/free-port.ts';
import { installPackages } from '../support/install-packages.ts';
import { obtainToken, poster, type Reply } from '../support/requests.ts';
import { aHost, type Host, mayMakeHosts } from './hosts.ts';

const PORT = '3000';
const HAPROXY = '/usr/sbin/haproxy';

const why = async (): Promise<string | null> => {
  if (!(await mayMakeHosts())) return 'needs network namespaces, which are not allowed here';
  if (existsSync(HAPROXY) || (await installPackages(['haproxy']))) return null;
  return 'needs HAProxy (Debian package haproxy)';
};
const missing = await why();
const title = `two hosts behind a proxy${missing === null ? '' : `: ${missing}`}`;

let folder: string;
let databaseUrl: string;
let shared: Record<string, string>;
let hosts: ReadonlyArray<Host> = [];
const services: ServiceProcess[] = [];
let proxy: ChildProcess | undefined;
let proxyUrl: string;
let demo: Demo;

/** Starts the service of a host; the first has the demo data. */
const start = async (index: number): Promise<void> => {
  const { address, databaseUrl: url, command } = hosts[index]!;
  const own = { HOST: address, PORT, DATABASE_URL: url, DATA_DIR: join(folder, String(index)) };
  const role = { DEMO: index === 0 ? 'on' : 'off', SHUTDOWN_DELAY_MS: '1000' };
  services[index] = await aServiceProcess({ ...shared, ...own, ...role }, command('apps/api/src/main.ts'));
};

/** The configuration that operations.md prints, with these hosts. */
const configuration = (listen: string): string => {
  const printed = /```haproxy\n(.*?)```/s.exec(readFileSync('docs/operations.md', 'utf8'))![1]!;
  const [one, two] = hosts as readonly [Host, Host];
  return printed
    .replace(/bind :443 ssl crt \S+/, `bind ${listen}`)
    .replace('10.0.0.1:3000', `${one.address}:${PORT}`)
    .replace('10.0.0.2:3000', `${two.address}:${PORT}`);
};

const startProxy = async (): Promise<void> => {
  const listen = `127.0.0.1:${await freePort()}`;
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration(listen));
  proxy = spawn(HAPROXY, ['-db', '-q', '-f', file], { stdio: 'inherit' });
  proxyUrl = `http://${listen}`;
  const isReady = async () => expect((await fetch(`${proxyUrl}/readyz`)).status).toBe(200);
  await vi.waitFor(isReady, { timeout: 20_000, interval: 50 });
};

beforeAll(async () => {
  if (missing !== null) return;
  folder = await mkdtemp(join(tmpdir(), 'carryover-hosts-'));
  databaseUrl = await aDatabase();
  shared = { CARRYOVER_SECRET: aRootSecret() };
  hosts = [await aHost(databaseUrl), await aHost(databaseUrl)];
  await start(0);
  await start(1);
  demo = JSON.parse(await readFile(join(folder, '0', 'demo.json'), 'utf8'));
  await startProxy();
});
afterAll(async () => {
  proxy?.kill();
  for (const { child } of services) child.kill('SIGKILL');
  for (const host of hosts) await host.remove();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const tokenAt = async (baseUrl: string): Promise<string> =>
  (await obtainToken(baseUrl, demo.api_key)).json.data.obtainToken.token;

const postNote = (baseUrl: string, token: string, body: string): Promise<Reply> =>
  poster(baseUrl, token)('/v1/data-import/notes/create/', {
    import_supplier: demo.import_supplier,
    external_account_number: demo.external_account_number,
    notes: [{ body }],
  });

const addressOf = (index: number): string => `http://${hosts[index]!.address}:${PORT}`;

/** The notes that a host was asked to create since its start. */
const notesAt = async (index: number): Promise<number> => {
  const text = await (await fetch(`${addressOf(index)}/metrics`)).text();
  return Number(/^carryover_import_items_total\{endpoint="notes\/create"\} (\d+)$/m.exec(text)?.[1] ?? 0);
};

describe.skipIf(missing !== null)(title, () => {
  it('are restarted one after the other under load without one failed request', async () => {
    const token = await tokenAt(proxyUrl);
    const acknowledged: string[] = [];
    const others: number[] = [];
    let isOver = false;
    const client = async (name: number): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const body = `${name}-${n}`;
        const { status, headers } = await postNote(proxyUrl, token, body);
        if (status === 201) acknowledged.push(body);
        else if (status !== 503 || headers.get('retry-after') === null) others.push(status);
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, (_, name) => client(name)));
    for (const index of [0, 1]) {
      await expect.poll(() => notesAt(index)).toBeGreaterThan(10);
      expect(await services[index]!.stop()).toBe(0);
      await start(index);
    }
    await expect.poll(() => notesAt(1)).toBeGreaterThan(10);
    isOver = true;
    await clients;

    expect(others).toEqual([]);
    const rows = await runSql<{ body: string }>(databaseUrl, 'select body from note');
    expect(rows.map(({ body }) => body).toSorted()).toEqual(acknowledged.toSorted());
  }, 120_000);

  it('accept the tokens of each other, until the key is revoked: within 5 seconds at both', async () => {
    const token = await tokenAt(addressOf(0));
    const statuses = () =>
      Promise.all([0, 1].map(async (index) => (await postNote(addressOf(index), token, 'session')).status));
    expect(await statuses()).toEqual([201, 201]);
    const operator = anOperator({ ...shared, DATABASE_URL: databaseUrl, DATA_DIR: folder });
    const prefix = demo.api_key.split('_').slice(0, 2).join('_');
    expect((await operator('api-key', 'revoke', '--prefix', prefix)).code).toBe(0);
    await expect.poll(statuses, { timeout: 5_000 }).toEqual([401, 401]);
  });
});
