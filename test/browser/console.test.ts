import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aConsole, type RunningConsole } from '../support/a-console.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { aBrowser, complaintsOf, hasBrowser, NO_BROWSER } from './a-browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Returns what a page breaks of WCAG 2.2 AA. Run by the debugger, which the page's policy does not apply to. */
const violationsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(AXE);
  const found: { id: string; nodes: { target: unknown }[] }[] = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(WCAG)} }).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
};

const DEMO = '/set-up/organisations/Demo%20organisation';
const PAGES = [
  '/',
  '/set-up',
  DEMO,
  `${DEMO}/suppliers/DEMO_SUPPLIER`,
  `${DEMO}/suppliers/DEMO_SUPPLIER/status?to=Paused`,
  '/audit',
];

describe.skipIf(!hasBrowser)(`the console in a browser${hasBrowser ? '' : ` (${NO_BROWSER})`}`, () => {
  const browser = aBrowser();
  let service: RunningService;
  let console: RunningConsole;
  beforeAll(async () => {
    service = await aService();
    console = await aConsole(service.operatorEnvironment);
    const operator = await console.as('operator');
    await operator.post(`${DEMO}/keys`, { label: 'loader', reason: 'A new key' });
  });
  afterAll(async () => {
    await browser.close();
    await console?.stop();
    await service?.stop();
  });

  const signedIn = async (context: BrowserContext, ...roles: ReadonlyArray<string>): Promise<void> => {
    const [name, value] = (await console.as(...roles)).cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: console.baseUrl, httpOnly: true, sameSite: 'Strict' }]);
  };

  it.each([
    ['390 px wide, light', { viewport: { width: 390, height: 800 }, colorScheme: 'light' as const }],
    ['1920 px wide, dark', { viewport: { width: 1920, height: 1080 }, colorScheme: 'dark' as const }],
  ])('has pages that break nothing: %s', async (_, options) => {
    const context = await browser.open(options);
    await signedIn(context, 'operator');
    const page = await context.newPage();
    const complaints = complaintsOf(page, console.baseUrl);
    for (const path of PAGES) {
      await page.goto(`${console.baseUrl}${path}`);
      expect([path, await violationsOf(page)]).toEqual([path, []]);
      const { scroll, width } = await page.evaluate<{ scroll: number; width: number }>(
        '({ scroll: document.documentElement.scrollWidth, width: document.documentElement.clientWidth })',
      );
      expect([path, scroll]).toEqual([path, width]);
    }
    expect(complaints).toEqual([]);
  });

  it('signs in by the link, sets up a supplier and signs out, by keyboard alone', async () => {
    const page = await (await browser.open()).newPage();
    const complaints = complaintsOf(page, console.baseUrl);
    await page.goto(console.signInUrl);
    expect(page.url()).toBe(`${console.baseUrl}/`);
    await page.goto(`${console.baseUrl}${DEMO}`);
    await page.getByLabel('Code').focus();
    await page.keyboard.type('KEYBOARD');
    await page.keyboard.press('Enter');
    await page.getByText('The supplier KEYBOARD was created.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Signed out' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('follows a link on another site with the session', async () => {
    const context = await browser.open();
    await signedIn(context, 'auditor');
    const page = await context.newPage();
    await page.route('http://elsewhere.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${console.baseUrl}/audit">audit</a>` }),
    );
    await page.goto('http://elsewhere.example/');
    await page.getByText('audit').click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
  });
});
