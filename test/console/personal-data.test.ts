import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetErased } from '@carryover/console/jobs/forget-erased';
import { runsFolder } from '@carryover/operations/run-files';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RunningConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { payment } from '../support/bodies.ts';

/** In everything that a client chooses itself, except numbers of accounts and names of files. */
const CANARY = 'ada.lovelace@example.org';
const SUPPLIER = '/reconciliation?organisation=Demo+organisation&supplier=DEMO_SUPPLIER';
const HEADER = 'external_account_number,ledger_number,type,count,sum';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
type User = Awaited<ReturnType<RunningConsole['as']>>;

const send = (kind: string, body: object, query = '') =>
  service.post(`/v1/data-import/${kind}/create/${query}`, { ...service.demoAccount, ...body });
await service.operator.changeSupplier('DEMO_SUPPLIER', { supplyChargeArithmetic: 'report' });
await send('notes', { notes: [{ body: CANARY }] });
await send('notes', { notes: [{ body: CANARY, [CANARY]: 1 }], [`${CANARY}[].x`]: 1 });
await send('notes', { notes: [{ body: 'x', created_at: CANARY }] });
await send('transactions', { transactions: [payment(CANARY, { note: CANARY, reference: CANARY })] });
await send('transactions', { transactions: [payment(CANARY, { note: 'other', reference: CANARY, type: CANARY })] });
await send('transactions', { transactions: [] }, `?${encodeURIComponent(CANARY)}=1`);
await send('payment-instruction', { vendor: 'STRIPE', type: 'CARD', reference: CANARY });
await service.operator.changeSupplier('DEMO_SUPPLIER', { unknownFields: 'report' });
await send('notes', { notes: [{ body: 'with another field', [CANARY]: 1 }] });

/** Reconciles with a file. @returns the page of the run, once it has ended. */
const reconcile = async (user: User, content: string): Promise<string> => {
  const run = (await user.upload(SUPPLIER, content, 'totals.csv')).headers.get('location')!;
  await vi.waitFor(async () => expect((await user.get(run)).text).not.toContain('Running</span>'), {
    timeout: 60_000,
    interval: 200,
  });
  return run;
};
const operator = await console.as('operator');
const { external_account_number: account } = service.demo;
await reconcile(operator, `${HEADER}\n${account},L-DEMO-1,PAYMENT,1,${CANARY}\n${account},L-DEMO-1,CHARGE,9,9.00\n`);
await reconcile(operator, `${HEADER},${CANARY}\n`);

/** All pages that lead from one to another for a person, with their addresses; what only ends in an event stream is left out. */
const pagesOf = async (user: User): Promise<ReadonlyMap<string, string>> => {
  const pages = new Map<string, string>();
  const open = ['/', '/refusals?days=365', SUPPLIER];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path) || /\/live|\/progress|^\/assets/.test(path)) continue;
    const { status, text, headers } = await user.get(path);
    pages.set(path, `${path}\n${text}`);
    if (status === 303) open.push(headers.get('location')!);
    for (const [, address] of text.matchAll(/ (?:href|hx-get)="(\/[^"#]*)/g))
      open.push(address!.replaceAll('&amp;', '&'));
  }
  return pages;
};

const having = (pages: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...pages].flatMap(([path, text]) =>
    text.includes(CANARY) || text.includes(encodeURIComponent(CANARY)) ? [path] : [],
  );

describe('what a client chose itself', () => {
  it.each(['viewer', 'viewer@Demo organisation'])(
    'is on no page that leads to another for the role %s',
    async (role) => {
      const pages = await pagesOf(await console.as(role));
      expect(pages.size).toBeGreaterThan(10);
      expect(having(pages)).toEqual([]);
    },
  );

  it('is on the pages of those who may see it', async () => {
    const found = having(await pagesOf(operator));
    for (const path of [
      /^\/refusals\?/,
      /^\/refusals\/group/,
      /^\/imports\/[0-9a-f-]{36}$/,
      /^\/accounts\//,
      /^\/reconciliation\//,
    ])
      expect([String(path), found.some((one) => path.test(one))]).toEqual([String(path), true]);
  });

  it('is not shown by guessing it either: names of fields answer the same whether they were sent or not', async () => {
    const viewer = await console.as('viewer');
    for (const path of ['/refusals/group', '/refusals/group/state']) {
      const asked = await Promise.all(
        [`notes[].${CANARY}`, 'notes[].never'].map((name) =>
          viewer.get(`${path}?${new URLSearchParams({ code: 'unknown_field', path: name })}`),
        ),
      );
      expect(asked.map(({ status }) => status)).toEqual([403, 403]);
      expect(asked[0]!.text).toBe(asked[1]!.text);
    }
    expect((await viewer.get('/refusals?code=unknown_field')).text).toMatch(
      /<code>unknown_field<\/code>[\s\S]*?<td [^>]*>not shown to your roles<\/td>\s*<td class="figure"[^>]*><data class="number" value="1"/,
    );
  });
});

describe('the files of runs that began before an erasure', () => {
  it('are removed, also if the clock of the database is behind', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carryover-runs-'));
    const runs = join(runsFolder(dataDir, 'undos'), 'a-supplier');
    const idAt = (ms: number) =>
      ms
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')
        .concat('-7000-8000-000000000000');
    const now = Date.now();
    const [before, after] = [idAt(now - 60_000), idAt(now + 60_000)];
    for (const id of [before, after]) await mkdir(join(runs, id), { recursive: true });
    const ofDatabase = new Date(now - 3_600_000);
    const stop = forgetErased(
      TE.right([{ supplierId: 'a-supplier', erasedAt: ofDatabase }]),
      TE.right(ofDatabase),
      dataDir,
    );
    onTestFinished(async () => {
      await stop();
      await rm(dataDir, { recursive: true });
    });
    await expect.poll(() => readdir(runs)).toEqual([after]);
  });
});
