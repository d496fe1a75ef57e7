import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aConsole, type RunningConsole } from '../support/a-console.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { aBrowser, complaintsOf, hasBrowser, NO_BROWSER } from './a-browser.ts';
import { breachesOf } from './breaches.ts';

describe.skipIf(!hasBrowser)(`the overview of the console${hasBrowser ? '' : ` (skipped: ${NO_BROWSER})`}`, () => {
  const browser = aBrowser();
  let service: RunningService;
  let running: RunningConsole;
  let context: BrowserContext;
  let page: Page;
  let complaints: ReadonlyArray<string>;

  beforeAll(async () => {
    service = await aService({ VENDOR_SANDBOX: 'on' });
    running = await aConsole(service.operatorEnvironment);
    context = await browser.open({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    complaints = complaintsOf(page, running.baseUrl);
  });
  afterAll(async () => {
    await browser.close();
    await running?.stop();
    await service?.stop();
  });

  const withData = async (): Promise<number> => Number(await page.locator('.tiles data').first().getAttribute('value'));

  it('shows the demo supplier move: by the printed link and two clicks', async () => {
    await page.goto(running.signInUrl);
    await page.getByRole('link', { name: 'See the demo supplier move' }).click();
    await page.getByRole('button', { name: 'Generate sample data' }).click();
    await page.getByText('Sample data is being loaded').waitFor();
    await expect.poll(withData, { timeout: 60_000 }).toBeGreaterThan(0);
    const first = await withData();
    await expect.poll(withData, { timeout: 60_000 }).toBeGreaterThan(first);
    // A chart is drawn once there is something to draw.
    await expect.poll(() => page.locator('time-chart canvas').count()).toBe(3);
  });

  it.each([
    { width: 390, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ] as const)('can be used by everybody, $width pixels wide, $colorScheme', async ({ width, colorScheme }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await breachesOf(page)).toEqual([]);
  });

  it('has a table for each chart, which changes while it is open', async () => {
    const summary = page.locator('summary').first();
    await summary.focus();
    await page.keyboard.press('Enter');
    const last = page.locator('#accounts-data tr').last().locator('data');
    const before = await last.getAttribute('value');
    await expect.poll(() => last.getAttribute('value'), { timeout: 60_000 }).not.toBe(before);
    expect(await page.locator('#accounts-data').isVisible()).toBe(true);
    expect(await breachesOf(page)).toEqual([]);
  });

  it('stops the sample data', async () => {
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Generate sample data' }).waitFor();
  });

  it('lists suppliers for everybody, too', async () => {
    await page.goto(running.baseUrl);
    expect(await breachesOf(page)).toEqual([]);
  });

  it('breaks no rule of its own, and asks nobody else', () => {
    expect(complaints).toEqual([]);
  });
});
