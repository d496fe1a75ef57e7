import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aFilledAccount, HOSTILE } from '../console/a-filled-account.ts';
import { aConsole, type RunningConsole } from '../support/a-console.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { aBrowser, complaintsOf, hasBrowser, NO_BROWSER, signIn } from './a-browser.ts';
import { breachesOf } from './breaches.ts';

describe.skipIf(!hasBrowser)(`accounts in the console${hasBrowser ? '' : ` (skipped: ${NO_BROWSER})`}`, () => {
  const browser = aBrowser();
  let service: RunningService;
  let running: RunningConsole;
  let number: string;
  let page: Page;
  let complaints: ReadonlyArray<string>;

  beforeAll(async () => {
    service = await aService({ VENDOR_SANDBOX: 'on' });
    number = await aFilledAccount(service);
    running = await aConsole(service.operatorEnvironment);
    const context = await browser.open();
    await signIn(context, running, 'support');
    page = await context.newPage();
    complaints = complaintsOf(page, running.baseUrl);
  });
  afterAll(async () => {
    await browser.close();
    await running?.stop();
    await service?.stop();
  });

  it('are found by a transaction id, by keyboard alone', async () => {
    await page.goto(`${running.baseUrl}/refusals`);
    await page.keyboard.press('/');
    await page.keyboard.type('T-1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/transaction=T-1/);
    expect(new URL(page.url()).pathname).toBe(`/accounts/${number}`);
    expect(await page.getByRole('rowheader', { name: 'T-1' }).count()).toBe(1);
    expect(await page.locator('#transactions ~ * tbody tr').count()).toBe(1);
  });

  it('show what looks like markup or hides what follows, and break nothing', async () => {
    for (const path of [`/accounts?${new URLSearchParams({ q: HOSTILE })}`, `/accounts/${number}`]) {
      await page.goto(`${running.baseUrl}${path}`);
      expect([path, await breachesOf(page)]).toEqual([path, []]);
    }
  });

  it('are printed without what only a screen can use, and with all details', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${running.baseUrl}/accounts/${number}?transaction=T-0`);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByText('units', { exact: false }).first().isVisible()).toBe(true);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
  });

  it('run nothing that was imported, and ask nobody else', () => {
    expect(complaints).toEqual([]);
  });
});
