import { mkdtemp, rm } from 'node:fs/promises';
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

const PATH = '/suppliers/Demo%20organisation/DEMO_SUPPLIER/proof';

const browser = aBrowser();
let service: RunningService;
let console: RunningConsole;
let folder: string;
let totals: ReadonlyArray<Record<string, unknown>>;

const register = (set: string, rows: ReadonlyArray<object>, complete = true) =>
  service.post('/v1/data-import/control-totals/register/', {
    import_supplier: service.demo.import_supplier,
    set,
    totals: rows,
    complete,
  });

beforeAll(async () => {
  if (!hasBrowser) return;
  service = await aService();
  folder = await mkdtemp(join(tmpdir(), 'carryover-browser-proof-'));
  const environment = { ...service.operatorEnvironment, EVIDENCE_KEY_FILE: join(folder, 'key') };
  await anOperator(environment)('evidence', 'key', 'create', '--out', join(folder, 'key'));
  console = await aConsole(environment);
  const rows: Record<string, unknown>[] = [];
  for (const amount of ['1.00', '900.00', '20.00']) {
    const account = await anAccount(service);
    await service.post('/v1/data-import/transactions/create/', {
      ...account,
      transactions: [payment('1', { amount, type: 'CHARGE' })],
    });
    const { external_account_number } = account;
    rows.push({ external_account_number, ledger_number: 'L-1', type: 'CHARGE', count: 1, sum: amount });
  }
  totals = rows;
  const wrong = rows.map((row, at) => (at === 0 ? row : { ...row, sum: at === 1 ? '1000.00' : '25.00' }));
  expect((await register('first', wrong)).status).toBe(201);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await console?.stop();
  await service?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const aPage = async (width: number, role: string, options: object = {}) => {
  const context = await browser.open({ viewport: { width, height: 900 }, ...options });
  await signIn(context, console, role);
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page, console.baseUrl) };
};

describe.skipIf(!hasBrowser)(`the proof in the browser${hasBrowser ? '' : ` (${NO_BROWSER})`}`, () => {
  it('is reached by an operator: differences are noted, a set replaced, the storage verified', async () => {
    const { page, complaints } = await aPage(1400, 'operator');
    const open = () => page.goto(`${console.baseUrl}${PATH}`);
    await open();
    await page.getByText('no reconciliation has agreed').waitFor();
    await page.getByRole('button', { name: 'Reconcile with first' }).click();
    await page.getByText('2 of 3 totals differ').waitFor({ timeout: 60_000 });
    await open();
    const sums = page.getByRole('table', { name: 'Differences, those of the most money first' }).locator('tbody');
    await page.getByText('2 totals differ, those of the most money first').waitFor();
    expect(await sums.getByText('100.00').first().isVisible()).toBe(true);
    await page.getByText('Note or accept').first().click();
    const reason = page.getByLabel('Reason').first();
    expect(await reason.getAttribute('aria-describedby')).toBe('reason-0-hint');
    await reason.fill('A rounding of the old system');
    expect(await breachesOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept it' }).first().click();
    await page.getByText('The verdict does not change').first().waitFor();
    await page.getByText('A rounding of the old system').waitFor();
    expect((await register('second', totals)).status).toBe(201);
    await open();
    await page.getByRole('button', { name: 'Reconcile with second' }).click();
    await page.getByText('All 3 totals agree').waitFor({ timeout: 60_000 });
    await open();
    expect(await page.getByText('from the first run to the last').innerText()).toContain('2, 0');
    await page.getByRole('button', { name: 'Verify what is stored' }).click();
    await page.getByText('What is stored is what was accepted.').waitFor({ timeout: 60_000 });
    expect(await breachesOf(page)).toEqual([]);
    await open();
    await page.getByText('Yes. All that is stored agrees').waitFor();
    expect(await breachesOf(page)).toEqual([]);
    const [gone] = await service.sql<{ id: string }>('delete from accepted_import where stored_items = 1 returning id');
    await page.getByRole('button', { name: 'Verify what is stored' }).click();
    const missing = page.getByRole('row', { name: /^record missing/ }).filter({ hasText: gone!.id });
    await missing.first().waitFor({ timeout: 60_000 });
    // There is no page to open.
    expect(await missing.getByRole('link', { name: 'Show' }).count()).toBe(0);
    await open();
    await page.getByText('the latest verify-storage has findings').waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(['viewer', 'auditor'])('is read by a %s on a phone without scripts, who changes nothing', async (role) => {
    const { page } = await aPage(390, role, { javaScriptEnabled: false });
    await page.goto(`${console.baseUrl}${PATH}`);
    await page.getByRole('heading', { name: 'Is it proven?' }).waitFor();
    expect(await page.locator('form[method=post]:not([action="/sign-out"])').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Evidence pack' }).count()).toBe(role === 'auditor' ? 1 : 0);
    const { page: dark } = await aPage(390, role, { colorScheme: 'dark' });
    await dark.goto(`${console.baseUrl}${PATH}`);
    expect(await breachesOf(dark)).toEqual([]);
    // The link to the content, which the keyboard reaches first, covers nothing.
    await dark.keyboard.press('Tab');
    expect(await dark.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    expect(await breachesOf(dark, { isOfLayout: true })).toEqual([]);
  });
});
