import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aFilledAccount } from '../console/a-filled-account.ts';
import { aConsole, type RunningConsole } from '../support/a-console.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { aBrowser, complaintsOf, hasBrowser, NO_BROWSER, signIn } from './a-browser.ts';
import { breachesOf } from './breaches.ts';

const DEMO = '/set-up/organisations/Demo%20organisation';
const SUPPLIER = `${DEMO}/suppliers/DEMO_SUPPLIER`;

/** One correct account, and one with a mistake. */
const ACCOUNTS = Buffer.from(
  [
    'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document',
    'K-1,IMPORTED,LK-1,ELECTRICITY,true,2026-11-01,,false',
    'K-2,NONSENSE,LK-2,ELECTRICITY,true,,,false',
  ].join('\n'),
);

/** Pages of which a role sees less than an operator, for whom each page has a test (`console-pages.test.ts`). */
const PAGES = (account: string) => ({
  viewer: [
    '/',
    '/suppliers/Demo%20organisation/DEMO_SUPPLIER',
    '/refusals',
    '/refusals/group?code=invalid_amount&path=transactions%5B%5D.amount',
    '/reconciliation?organisation=Demo+organisation&supplier=DEMO_SUPPLIER',
  ],
  support: [`/accounts/${account}`],
  auditor: ['/set-up', DEMO, SUPPLIER, '/webhooks'],
});

describe.skipIf(!hasBrowser)(`the console in a browser${hasBrowser ? '' : ` (${NO_BROWSER})`}`, () => {
  const browser = aBrowser();
  let service: RunningService;
  let console: RunningConsole;
  let account: string;
  beforeAll(async () => {
    service = await aService({ VENDOR_SANDBOX: 'on' });
    console = await aConsole(service.operatorEnvironment);
    account = await aFilledAccount(service);
  });
  afterAll(async () => {
    await browser.close();
    await console?.stop();
    await service?.stop();
  });

  it.each([
    ['viewer', 1280, 'light'],
    ['support', 390, 'dark'],
    ['auditor', 1920, 'dark'],
  ] as const)('has pages that break nothing, for the role %s', { timeout: 60_000 }, async (role, width, scheme) => {
    const context = await browser.open({ viewport: { width, height: 900 }, colorScheme: scheme });
    await signIn(context, console, role);
    const page = await context.newPage();
    const complaints = complaintsOf(page, console.baseUrl);
    for (const path of PAGES(account)[role]) {
      const response = await page.goto(`${console.baseUrl}${path}`);
      expect([path, response?.status(), await breachesOf(page)]).toEqual([path, 200, []]);
    }
    expect(complaints).toEqual([]);
  });

  it('signs in by the link, sets up a supplier with accounts and signs out, by keyboard alone', async () => {
    const page = await (await browser.open()).newPage();
    const complaints = complaintsOf(page, console.baseUrl);
    await page.goto(console.signInUrl);
    expect(page.url()).toBe(`${console.baseUrl}/`);
    await page.goto(`${console.baseUrl}${DEMO}`);
    await page.getByLabel('Code').focus();
    await page.keyboard.type('KEYBOARD');
    await page.keyboard.press('Enter');
    await page.getByText('The supplier KEYBOARD was created.').waitFor();
    await page
      .getByLabel('Accounts file')
      .setInputFiles({ name: 'accounts.csv', mimeType: 'text/csv', buffer: ACCOUNTS });
    await page.getByRole('button', { name: 'Check file' }).press('Enter');
    await page.getByText('Nothing is stored yet').waitFor();
    expect(await breachesOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import the accounts' }).press('Enter');
    await page.getByRole('heading', { name: 'Accounts imported' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Signed out' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([390, 1280])('has no small targets on pages without a session, %i px wide', async (width) => {
    const page = await (await browser.open({ viewport: { width, height: 900 } })).newPage();
    for (const path of ['/sign-in', '/signed-out', '/imports', '/nothing']) {
      await page.goto(`${console.baseUrl}${path}`);
      expect([path, await breachesOf(page)]).toEqual([path, []]);
    }
  });

  it('has pages that answer a form and break nothing', { timeout: 60_000 }, async () => {
    const context = await browser.open({ viewport: { width: 390, height: 900 } });
    await signIn(context, console, 'operator');
    const page = await context.newPage();
    const sent = async (button: string, heading: string) => {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('heading', { name: heading }).waitFor();
      expect([heading, await breachesOf(page)]).toEqual([heading, []]);
    };
    await page.goto(`${console.baseUrl}${DEMO}`);
    await sent('Issue key', 'A new API key');

    await page.goto(`${console.baseUrl}${SUPPLIER}`);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { documentRoot: 'meanwhile' });
    await page.getByLabel('Document root').fill('later');
    await sent('Save', 'DEMO_SUPPLIER was changed meanwhile');

    await service.sql("update console_session set authenticated_at = now() - interval '16 minutes'");
    await page.goto(`${console.baseUrl}${DEMO}`);
    await sent('Issue key', 'Sign in again');
  });

  it('follows a link on another site with the session', async () => {
    const context = await browser.open();
    await signIn(context, console, 'auditor');
    const page = await context.newPage();
    await page.route('http://elsewhere.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${console.baseUrl}/audit">audit</a>` }),
    );
    await page.goto('http://elsewhere.example/');
    await page.getByText('audit').click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
  });
});
