import { access, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { checkClock } from '@carryover/operator/doctor/check';
import { afterAll, describe, expect, it } from 'vitest';
import { aDatabase, anEmptyDatabase, runSql } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

type Found = { readonly check: string; readonly status: string; readonly detail: string; readonly todo: string | null };

const service = await theService();
const folder = theFolder();
const stopped = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
afterAll(() => stopped.close());

const doctor = async (environment: Record<string, string>, ...args: string[]) => {
  const { code, json } = await anOperator(environment)('doctor', '--json', ...args);
  const checks: ReadonlyArray<Found> = json.checks;
  return { code, healthy: json.healthy, checks, states: checks.map(({ check, status }) => `${check} ${status}`) };
};
const ours = () => service.operatorEnvironment;

describe('doctor', () => {
  it('finds nothing wrong with a running service', async () => {
    const { code, healthy, states } = await doctor(ours());
    expect([code, healthy, states]).toEqual([
      0,
      true,
      ['database ok', 'role ok', 'schema ok', 'clock ok', 'secret ok', 'service ok', 'clock ok'],
    ]);
    const { out } = await anOperator(ours())('doctor');
    expect(out).toContain(`ok    service   The service at ${service.baseUrl} is ready.\n`);
  });

  it('says what to do about each thing that is wrong, and changes nothing', async () => {
    const empty = await anEmptyDatabase();
    const CARRYOVER_SECRET = Buffer.alloc(32, 7).toString('base64');
    const { port } = stopped.address() as AddressInfo;
    const CARRYOVER_URL = `http://127.0.0.1:${port}`;
    const unprepared = await doctor({ DATABASE_URL: empty, DATA_DIR: folder, CARRYOVER_SECRET, CARRYOVER_URL });
    expect([unprepared.code, unprepared.states]).toEqual([
      1,
      ['database ok', 'role ok', 'schema fail', 'clock ok', 'secret fail', 'service fail', 'clock ok'],
    ]);
    expect(await runSql(empty, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);

    const otherSecret = await doctor({ ...ours(), CARRYOVER_SECRET });
    expect(otherSecret.states).toContain('secret fail');
    expect(otherSecret.checks.filter(({ status }) => status !== 'ok').every(({ todo }) => todo !== null)).toBe(true);

    const { DATABASE_URL, DATA_DIR } = service.operatorEnvironment;
    expect((await doctor({ DATABASE_URL: DATABASE_URL!, DATA_DIR: DATA_DIR! })).states).toContain('secret warn');

    const nothing = await doctor({ DATA_DIR: join(folder, 'mistyped') });
    expect([nothing.code, nothing.states]).toEqual([1, ['database fail', 'service warn']]);
    await expect(access(join(folder, 'mistyped'))).rejects.toThrow('ENOENT');

    const demoStopped = join(folder, 'stopped');
    await mkdir(demoStopped);
    const demo = { base_url: 'http://127.0.0.1:1', api_key: service.demo.api_key };
    await writeFile(join(demoStopped, 'demo.json'), JSON.stringify(demo));
    expect((await doctor({ ...ours(), DATA_DIR: demoStopped })).checks.at(-1)).toMatchObject({
      status: 'fail',
      todo: expect.stringContaining('DATA_DIR/demo.json'),
    });

    const unreachable = await doctor({ ...ours(), DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/x' });
    expect(unreachable.checks[0]!.detail).toContain('DATABASE_URL (127.0.0.1:1)');
    expect(JSON.stringify(unreachable.checks)).not.toContain('hush');
  });
});

describe('the service of DATA_DIR/demo.json', () => {
  const checked = async (environment: Record<string, string>, ...args: string[]) =>
    (await doctor({ ...ours(), ...environment }, ...args)).checks.find(({ check }) => check === 'service');

  it('is checked only if it is one of the database that is checked', async () => {
    const { baseUrl } = service;
    const isOfAnother = `The service was not checked: ${baseUrl} in DATA_DIR/demo.json is of another database, which has its API key.`;
    const mayBe = `The service was not checked: ${baseUrl} in DATA_DIR/demo.json may be of another database, and this one could not be asked for its API key.`;
    const DATABASE_URL = await aDatabase();
    expect(await checked({ DATABASE_URL })).toMatchObject({ status: 'warn', detail: isOfAnother });
    expect(await checked({ DATABASE_URL }, '--url', baseUrl)).toMatchObject({ status: 'ok' });
    expect(await checked({ DATABASE_URL: await anEmptyDatabase() })).toMatchObject({ status: 'warn', detail: mayBe });
    expect(await checked({ DATABASE_URL: 'postgres://a@127.0.0.1:1/x' })).toMatchObject({
      status: 'warn',
      detail: mayBe,
    });
  });
});

describe('clocks', () => {
  const reading = (ms: number) => ({
    of: 'service' as const,
    time: new Date(1_000_000 + ms),
    askedAt: 1_000_000,
    answeredAt: 1_000_100,
    stepMs: 1_000,
  });

  it.each([
    [0, 'ok'],
    [-900, 'ok'],
    [2_200, 'warn'],
    [-4_000, 'warn'],
    [70_000, 'fail'],
    [-70_000, 'fail'],
  ])('that differ by %d ms: %s', (ms, status) => {
    expect(checkClock(reading(ms)).status).toBe(status);
  });
});
