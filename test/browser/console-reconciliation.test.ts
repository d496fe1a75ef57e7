import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aConsole, type RunningConsole } from '../support/a-console.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';
import { aBrowser, complaintsOf, hasBrowser, NO_BROWSER, signIn } from './a-browser.ts';
import { breachesOf } from './breaches.ts';

const browser = aBrowser();
let service: RunningService;
let console: RunningConsole;
let folder: string;
let environment: Record<string, string>;
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  if (!hasBrowser) return;
  service = await aService();
  folder = await mkdtemp(join(tmpdir(), 'carryover-browser-reconciliation-'));
  environment = { ...service.operatorEnvironment, EVIDENCE_KEY_FILE: file('key') };
  await anOperator(environment)('evidence', 'key', 'create', '--out', file('key'));
  console = await aConsole(environment);
  const rows = ['external_account_number,ledger_number,type,count,sum'];
  for (const [at, kept] of [0, 1, 2, 3].entries()) {
    const account = await anAccount(service);
    const number = account.external_account_number;
    const charge = { amount: '71.05', type: 'CHARGE' };
    const transactions = Array.from({ length: kept + 1 }, (_, id) => payment(`T-${id}`, charge));
    await service.post('/v1/data-import/transactions/create/', { ...account, transactions });
    rows.push(`${number},L-1,CHARGE,2,${at === 1 ? '142.10' : '142.00'}`);
  }
  rows.push('E-9,L-1,CHARGE,1,ten');
  await writeFile(file('control-totals.csv'), rows.join('\n'));
}, 120_000);
afterAll(async () => {
  await browser.close();
  await console?.stop();
  await service?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const aPage = async (width: number, role: string) => {
  const context = await browser.open({ viewport: { width, height: 900 }, acceptDownloads: true });
  await signIn(context, console, role);
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page, console.baseUrl) };
};

describe.skipIf(!hasBrowser)(`a reconciliation in the browser${hasBrowser ? '' : ` (${NO_BROWSER})`}`, () => {
  let path: string;

  it('is started, watched, looked into and handed out by an operator', async () => {
    const { page, complaints } = await aPage(1280, 'operator');
    await page.goto(`${console.baseUrl}/`);
    await page.getByRole('link', { name: 'Reconciliation' }).click();
    await page.getByLabel('Control totals of the client').setInputFiles(file('control-totals.csv'));
    expect(await breachesOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reconcile' }).click();
    // The page replaces the progress by the result when the run has ended.
    await page.getByText('Incomplete: 1 row of the control totals could not be read').waitFor({ timeout: 120_000 });
    path = new URL(page.url()).pathname;
    expect(await breachesOf(page)).toEqual([]);
    await page.getByRole('link', { name: /^doubled/ }).click();
    await page.getByText('Doubled: more items are stored than expected.').first().waitFor();
    const link = page.getByRole('link', { name: 'Show the import' }).first();
    expect(await link.getAttribute('href')).toMatch(/^\/imports\/[0-9a-f-]{36}$/);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Evidence pack' }).click();
    await (await downloading).saveAs(file('evidence.zip'));
    const args = ['evidence', 'verify', file('evidence.zip'), '--key', file('key.pub')];
    const verified = await anOperator(environment)(...args);
    expect(verified).toMatchObject({ code: 0 });
    expect(complaints).toEqual([]);
  });

  it.each(['viewer', 'support', 'auditor'])('is readable for a %s on a phone, who cannot start one', async (role) => {
    const { page, complaints } = await aPage(390, role);
    await page.goto(`${console.baseUrl}${path}`);
    await page.getByText('Incomplete: 1 row').waitFor();
    expect(await breachesOf(page)).toEqual([]);
    expect(await page.getByRole('link', { name: 'Evidence pack' }).count()).toBe(role === 'auditor' ? 1 : 0);
    await page.getByRole('link', { name: 'all runs of this supplier' }).click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reconcile' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
