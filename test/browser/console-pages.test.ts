import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aFilledAccount } from '../console/a-filled-account.ts';
import { fill, theRoutes } from '../console/the-routes.ts';
import { aConsole, type RunningConsole } from '../support/a-console.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { payment } from '../support/bodies.ts';
import { freePort } from '../support/free-port.ts';
import { aBrowser, complaintsOf, hasBrowser, NO_BROWSER } from './a-browser.ts';
import { breachesOf, keyboardBreachesOf } from './breaches.ts';

/** What answers with a file, with events, or with a part of a page. Every other GET route is a page. */
const NO_PAGES = [
  '/live',
  '/suppliers/:organisation/:code/live',
  '/storage-checks/:id/progress',
  '/storage-checks/:id/files/:name',
  '/imports/newer',
  '/imports.csv',
  '/imports/:id/payload.json',
  '/undos/:id/progress',
  '/undos/:id/files/:name',
  '/accounts/:number/document',
  '/refusals/group/state',
  '/refusals.csv',
  '/refusals.ndjson',
  '/reconciliation/:id/progress',
  '/reconciliation/:id/files/:name',
  '/set-up/organisations/:organisation/suppliers/:code/accounts/:preview/rejected',
];

const SUPPLIER = '/set-up/organisations/:organisation/suppliers/:code';
/** What a page is asked for, if it is not its address alone. */
const QUERIES: Readonly<Record<string, ReadonlyArray<string>>> = {
  '/accounts': ['', '?q=EXTERNAL', '?q=none'],
  '/accounts/:number': ['', '?transaction=T-1'],
  '/imports': ['', '?account=none'],
  '/refusals': ['', '?code=none'],
  '/refusals/group': ['?code=invalid_amount&path=transactions%5B%5D.amount', '?code=required&path=none'],
  '/conflicts': ['', '?item=none'],
  '/reconciliation': ['', '?organisation=Demo+organisation&supplier=DEMO_SUPPLIER'],
  '/set-up': ['', '?archived=yes'],
  [`${SUPPLIER}/status`]: ['?to=Paused', '?to=Complete'],
};
const OLD = '/set-up/organisations/Old%20organisation';
const WIDTHS = [390, 820, 1400];
const PERSONS = [
  ['ada', 'operator'],
  ['Wilhelmina Featherstonehaugh', 'operator', 'auditor@Demo organisation'],
  ['eve', 'viewer'],
] as const;
/** Runs in the browser: the parts of the header that overlap, are cut off or take two lines. */
const HEADER_FAULTS = `(() => {
  const parts = '.brand, .menu-button, .menu a, .find-button, .person > span, .person button';
  const shown = [...document.querySelectorAll('.site :is(' + parts + ')')].filter((element) => element.checkVisibility());
  const boxes = shown.map((element) => ({ element, name: element.textContent.trim(), box: element.getBoundingClientRect() }));
  const isOver = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
    && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
  return boxes.flatMap(({ element, name, box }, at) => [
    ...(box.left < 0 || box.right > innerWidth ? [name + ' leaves the window'] : []),
    ...(box.height > 40 ? [name + ' takes two lines'] : []),
    // The name of the person alone is cut off with an ellipsis.
    ...(element.tagName !== 'SPAN' && element.scrollWidth > element.clientWidth + 1 ? [name + ' is cut off'] : []),
    ...boxes.slice(at + 1).flatMap((other) => isOver(box, other.box) ? [name + ' covers ' + other.name] : []),
  ]);
})()`;
const SCHEMES = ['light', 'dark'] as const;
/** Each page at each width in both colours, not in one of them. */
const IS_LONG = process.env.BROWSER_SCHEMES === 'both';

describe.skipIf(!hasBrowser)(`every page of the console${hasBrowser ? '' : ` (skipped: ${NO_BROWSER})`}`, () => {
  const browser = aBrowser();
  let service: RunningService;
  let console: RunningConsole;
  let paths: ReadonlyArray<string>;
  let page: Page;
  let complaints: ReadonlyArray<string>;

  beforeAll(async () => {
    service = await aService({ VENDOR_SANDBOX: 'on' });
    const port = String(await freePort());
    const environment = {
      ...service.operatorEnvironment,
      ...{ CONSOLE_FOUR_EYES: 'undo', CONSOLE_PORT: port, CONSOLE_BASE_URL: `http://127.0.0.1:${port}` },
      // The provider is asked for nothing but a sign-in.
      ...{
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'console',
        OIDC_CLIENT_SECRET: 'a-secret-of-the-console',
      },
    };
    console = await aConsole(environment);
    await aFilledAccount(service);
    // Sent again with another amount: a conflict.
    const again = { ...service.demoAccount, transactions: [payment('T-1', { amount: '99.00' })] };
    await service.post('/v1/data-import/transactions/create/', again, {
      'Carryover-Load-Id': '3f0f7c1e-8a52-4d0b-9c55-0a4c1c9be001',
    });
    // A paused supplier is an alarm.
    await service.operator.createSupplier('Demo organisation', 'SECOND');
    await service.operator.changeSupplier('SECOND', { status: 'Paused' });
    // An archived organisation, and an approval that another person asked for.
    const [operator, other] = [
      await console.asPerson('operator', 'operator'),
      await console.asPerson('other', 'operator'),
    ];
    await operator.post('/set-up/organisations', { name: 'Old organisation' });
    await operator.post(`${OLD}/archive`, { reason: 'Ended' });
    const { routes: all, values } = await theRoutes(service, console, environment);
    const idOf = ({ headers }: { readonly headers: Headers }) => headers.get('location')!.split('/').at(-1)!;
    const undo = `/imports/${values['/imports/:id']}/undo`;
    await operator.post(undo, { reason: 'Ticket 42' });
    const approval = idOf(await other.post(undo, { reason: 'Ticket 42' }));
    const mapping = idOf(await operator.upload('/mapping', 'account,amount\nA-1,7.10\n', 'payments.csv', { kind: '' }));
    const named = { ...values, '/approvals/:id': approval, '/mapping/:id': mapping };
    paths = all
      .filter(({ method, path }) => method === 'GET' && !NO_PAGES.includes(path))
      .flatMap((route) => (QUERIES[route.path] ?? ['']).map((query) => `${fill(route, named)}${query}`));
    const context = await browser.open();
    const [name, value] = operator.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: console.baseUrl, httpOnly: true, sameSite: 'Strict' }]);
    page = await context.newPage();
    complaints = complaintsOf(page, console.baseUrl);
  });
  afterAll(async () => {
    await browser.close();
    await console?.stop();
    await service?.stop();
  });

  /** Opens an address. @returns the faults of its page, with the window and the colours at which each was found. */
  const faultsOf = async (path: string, at: number): Promise<ReadonlyArray<string>> => {
    const response = await page.goto(`${console.baseUrl}${path}`);
    const faults = [...(response?.status() === 200 ? [] : [`status ${response?.status()}`])];
    for (const [place, width] of WIDTHS.entries()) {
      // Each page in both colours; over all pages, each width in both.
      const schemes = IS_LONG ? SCHEMES : [SCHEMES[(at + place) % 2]!];
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        const isOfLayout = place > 0 || colorScheme !== schemes[0];
        for (const breach of await breachesOf(page, { isOfLayout }))
          faults.push(`${width} px, ${colorScheme}: ${breach}`);
      }
    }
    return [...faults, ...(await keyboardBreachesOf(page))].map((fault) => `${path} ${fault}`);
  };

  it('can be used by everybody, on a phone, a tablet and a screen, light and dark, and by keyboard', {
    timeout: 400_000,
  }, async () => {
    const faults: string[] = [];
    for (const [at, path] of [...paths, OLD].entries()) faults.push(...(await faultsOf(path, at)));
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('has a header in which nothing covers, leaves or wraps anything, at every width and for long names', async () => {
    for (const [name, ...roles] of PERSONS) {
      const [cookie, value] = (await console.asPerson(name, ...roles)).cookie.split('=') as [string, string];
      const context = await browser.open();
      await context.addCookies([{ name: cookie, value, url: console.baseUrl, httpOnly: true, sameSite: 'Strict' }]);
      const header = await context.newPage();
      await header.goto(`${console.baseUrl}/refusals?code=none`);
      for (let width = 320; width <= 1600; width += 40) {
        await header.setViewportSize({ width, height: 700 });
        expect([name, width, await header.evaluate(HEADER_FAULTS)]).toEqual([name, width, []]);
      }
    }
  });

  it('can be used by everybody if it says what is wrong with a filter', async () => {
    expect(await faultsOf('/imports?outcome=wrong', 0)).toEqual(['/imports?outcome=wrong status 400']);
  });
});
