import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aConsole, type RunningConsole } from '../support/a-console.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { payment } from '../support/bodies.ts';
import { aBrowser, complaintsOf, hasBrowser, NO_BROWSER, signIn } from './a-browser.ts';
import { breachesOf } from './breaches.ts';

const LONG = `${'very-long-word'.repeat(12)}\u202eevil<img src=x onerror=alert(1)>`;

describe.skipIf(!hasBrowser)(`imports and refusals in a browser${hasBrowser ? '' : ` (${NO_BROWSER})`}`, () => {
  const browser = aBrowser();
  let service: RunningService;
  let running: RunningConsole;
  let context: BrowserContext;
  let page: Page;
  let complaints: ReadonlyArray<string>;
  let first: string;
  let again: string;

  const open = (path: string) => page.goto(`${running.baseUrl}${path}`);

  beforeAll(async () => {
    service = await aService();
    running = await aConsole(service.operatorEnvironment);
    const post = (path: string, body: object) =>
      service.post(`/v1/data-import/${path}/create/`, { ...service.demoAccount, ...body });
    const sent = (amount: string) => ({ transactions: [payment(LONG.slice(0, 120), { amount, note: LONG })] });
    first = (await post('transactions', sent('71.00'))).headers.get('x-request-id') ?? '';
    again = (await post('transactions', sent('72.00'))).headers.get('x-request-id') ?? '';
    await post('notes', { notes: [{ body: 'kept' }, { body: 7 }] });
    await post('notes', { external_account_number: LONG.slice(0, 120), notes: [{ body: 'kept' }] });
    context = await browser.open();
    page = await context.newPage();
    complaints = complaintsOf(page, running.baseUrl);
  });
  afterAll(async () => {
    await browser.close();
    await running?.stop();
    await service?.stop();
  });

  const PATHS = () => [
    '/imports',
    `/imports/${first}`,
    `/imports/${first}/payload`,
    `/imports/${first}/undo`,
    '/refusals',
    '/refusals/items',
    '/conflicts',
    `/imports/${again}/payload?item=${encodeURIComponent(LONG.slice(0, 120))}#item`,
    '/refusals/group?code=invalid&path=notes%5B%5D.body',
  ];

  it('are readable on a phone, by everybody', { timeout: 60_000 }, async () => {
    await signIn(context, running, 'operator');
    await page.setViewportSize({ width: 390, height: 900 });
    for (const path of PATHS()) {
      await open(path);
      expect([path, await breachesOf(page)]).toEqual([path, []]);
    }
    expect(complaints).toEqual([]);
  });

  it('lead from a failed item to its import, and undo it with a reason', { timeout: 60_000 }, async () => {
    await signIn(context, running, 'operator');
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('/imports');
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('accepted');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.locator('tbody a').last().click();
    await page.getByRole('link', { name: 'Undo this import' }).click();
    await page.getByLabel('Reason').fill('wrong file');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('status').filter({ hasText: 'The import was undone' }).waitFor();
    expect(await page.locator('main').textContent()).toContain('wrong file');
    expect(complaints).toEqual([]);
  });

  it('stay as they are if a part of them cannot be read', { timeout: 60_000 }, async () => {
    await signIn(context, running, 'operator');
    const list = await context.newPage();
    await list.goto(`${running.baseUrl}/refusals`);
    await list.evaluate(`htmx.ajax('GET', '/nothing', { target: '#content' })`);
    expect(await list.locator('h1').allTextContents()).toEqual(['Refusals']);
  });

  it('show a viewer no values', { timeout: 60_000 }, async () => {
    await signIn(context, running, 'viewer');
    await open('/refusals');
    await page.locator('tbody a').first().click();
    expect(await page.getByRole('columnheader').allTextContents()).not.toContain('Value');
    expect(complaints).toEqual([]);
  });
});
