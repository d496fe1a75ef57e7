import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, type RunningService } from '../support/a-service.ts';
import { aBrowser, complaintsOf, hasBrowser, NO_BROWSER } from './a-browser.ts';

const PAGES = [
  '/docs',
  '/docs/errors',
  '/docs/loader',
  '/docs/your-export',
  '/docs/client',
  '/docs/vendor-sandbox',
  '/docs/search?q=amount',
];
const browser = aBrowser();
let service: RunningService;

beforeAll(async () => {
  if (hasBrowser) service = await aService();
});
afterAll(async () => {
  await browser.close();
  await service?.stop();
});

const openPage = async (options: { readonly javaScriptEnabled: boolean }): Promise<Page> => {
  const context = await browser.open({ viewport: { width: 390, height: 800 }, ...options });
  return context.newPage();
};

describe.skipIf(!hasBrowser)(`the guide in a browser${hasBrowser ? '' : ` (${NO_BROWSER})`}`, () => {
  it.each([true, false])('has tabs for the keyboard and a search, with JavaScript: %s', async (javaScriptEnabled) => {
    const page = await openPage({ javaScriptEnabled });
    const complaints = complaintsOf(page, service.baseUrl);
    await page.goto(`${service.baseUrl}/docs`);
    const shown = () => page.locator('.panel:visible').allInnerTexts();
    expect(await shown()).toEqual([expect.stringContaining('curl -s')]);
    await page.locator('#tab-sh').focus();
    await page.keyboard.press('ArrowRight');
    expect(await shown()).toEqual([expect.stringContaining('makeClient')]);
    await page.keyboard.press('ArrowRight');
    expect(await shown()).toEqual([expect.stringContaining('urlopen')]);
    await page.locator('#search').fill('max_digits');
    await page.keyboard.press('Enter');
    await page.locator('.results a', { hasText: 'max_digits' }).first().click();
    await page.waitForURL('**/docs/errors#max_digits');
    expect(complaints).toEqual([]);
  });

  it('fits a phone', async () => {
    const page = await openPage({ javaScriptEnabled: true });
    const complaints = complaintsOf(page, service.baseUrl);
    for (const path of PAGES) {
      await page.goto(`${service.baseUrl}${path}`);
      const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
      expect([path, overflow]).toEqual([path, 0]);
    }
    expect(complaints).toEqual([]);
  });
});
