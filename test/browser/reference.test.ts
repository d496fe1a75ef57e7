import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, type RunningService } from '../support/a-service.ts';
import { openApi } from '../support/openapi.ts';
import { aBrowser, complaintsOf, hasBrowser, NO_BROWSER } from './a-browser.ts';

const OPERATIONS = Object.values<any>(openApi.paths).flatMap((path) => Object.values<any>(path));
/** The schemas that no operation shows. */
const aloneOf = ({ paths, components: { schemas } }: any): ReadonlyArray<string> => {
  const shown = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (shown.has(name!)) continue;
      shown.add(name!);
      visit(schemas[name!]);
    }
  };
  visit(paths);
  return Object.keys(schemas).filter((name) => !shown.has(name));
};
const browser = aBrowser();
let service: RunningService;
let context: BrowserContext;
let page: Page;
let complaints: ReadonlyArray<string>;

const idOf = ({ tags, operationId }: any): string => `[id="operations-${tags[0].replaceAll(' ', '_')}-${operationId}"]`;

/** Clicks all that can be opened, until nothing is left closed. */
const openAll = async (within: string, closed: string): Promise<void> => {
  for (let round = 0; round < 20; round += 1) {
    const found = await page.locator(within).evaluate((root, selector) => {
      const buttons = [...root.querySelectorAll(selector)];
      for (const button of buttons) (button as unknown as { readonly click: () => void }).click();
      return buttons.length;
    }, closed);
    if (found === 0) return;
  }
};

/** A part of a schema that is folded. */
const FOLDED = '.json-schema-2020-12-accordion[aria-expanded="false"]';
const EXPAND_ALL = `${FOLDED} + .json-schema-2020-12-expand-deep-button`;

/** Opens a schema as its "Expand all" does, then what that leaves folded. */
const expandAll = async (within: string): Promise<void> => {
  await openAll(within, EXPAND_ALL);
  await openAll(within, FOLDED);
};

/** Schemas that an operation has shown: the errors of all are the same, and so is what a dry run takes. */
const opened = new Set<string>();

/** The parts of an operation with a schema that none before it has shown. */
const newParts = ({ requestBody, responses }: any): ReadonlyArray<string> => {
  const parts: ReadonlyArray<readonly [place: string, part: any]> = [
    ['.opblock-section-request-body', requestBody],
    ...Object.entries(responses).map(([code, part]) => [`.response[data-code="${code}"]`, part] as const),
  ];
  return parts.flatMap(([place, part]) => {
    const { content } = part?.$ref ? openApi.components.responses[part.$ref.split('/').at(-1)] : (part ?? {});
    const schema = JSON.stringify(content?.['application/json']?.schema ?? null);
    if (schema === 'null' || opened.has(schema)) return [];
    opened.add(schema);
    return [place];
  });
};

/** Shows the schema instead of the example, of the request and of each response with a new one, and all of it. */
const openSchemas = async (operation: string, of: unknown): Promise<void> => {
  for (const place of newParts(of)) {
    const tabs = page.locator(`${operation} ${place} button[data-name="model"]`);
    expect([place, await tabs.count()]).toEqual([place, 1]);
    await tabs.click();
  }
  await expandAll(operation);
};

/** Shows every named example of the request. @returns their names. */
const showExamples = async (operation: string): Promise<ReadonlyArray<string>> => {
  const choice = page.locator(`${operation} .opblock-section-request-body .examples-select-element`);
  if ((await choice.count()) === 0) return [];
  const names = await choice
    .locator('option')
    .evaluateAll((options) => options.map((one) => one.getAttribute('value')!));
  for (const name of names) await choice.selectOption(name);
  return names;
};

/** Everything within is rendered, in words, without a complaint of the browser. */
const expectWords = async (within: string): Promise<void> => {
  const text = await page.locator(within).evaluate((root) => root.textContent ?? '');
  expect(/Could not render.{0,80}|matches \^.{0,80}|multiple of.{0,20}/.exec(text)?.[0]).toBeUndefined();
  const titles = await page.locator(`${within} .json-schema-2020-12__title`).allTextContents();
  expect(titles.filter((title) => /^(?:#\d.*)?$/.test(title))).toEqual([]);
  expect(complaints).toEqual([]);
};

/** Opens the reference in a page of its own; that takes the browser longer than to render an operation. */
const openReference = async (anchor = ''): Promise<void> => {
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  complaints = complaintsOf(page, service.baseUrl);
  await page.goto(`${service.baseUrl}/docs/reference${anchor}`);
  await page
    .locator('.opblock')
    .nth(OPERATIONS.length - 1)
    .waitFor();
};

beforeAll(async () => {
  if (!hasBrowser) return;
  service = await aService({ VENDOR_SANDBOX: 'on' });
  context = await browser.open({ viewport: { width: 1280, height: 900 } });
  await openReference();
});
afterAll(async () => {
  await browser.close();
  await service?.stop();
});

describe.skipIf(!hasBrowser)(`the reference in a browser${hasBrowser ? '' : ` (${NO_BROWSER})`}`, () => {
  it('describes each response header once', async () => {
    const text = await page.locator('#content').evaluate((content) => content.textContent ?? '');
    for (const { description } of Object.values<any>(openApi.components.headers)) {
      const words = description.split('`')[0];
      expect([words, text.split(words).length - 1]).toEqual([words, 1]);
    }
  });

  it.each(OPERATIONS)('renders $operationId: every example, and every schema that is new', async (of) => {
    const operation = idOf(of);
    const fold = page.locator(`${operation} .opblock-summary-control`);
    await fold.click();
    await page.locator(`${operation} .responses-wrapper`).waitFor();
    const examples = of.requestBody?.content['application/json'].examples ?? {};
    expect(await showExamples(operation)).toEqual(Object.keys(examples));
    await openSchemas(operation, of);
    await expectWords(operation);
    await fold.click();
  });

  it('lists every schema by its title, and renders those that no operation shows', async () => {
    await page.locator('.models-control').click();
    await page.locator('section.models .json-schema-2020-12').first().waitFor();
    const titles = await page.locator('section.models .json-schema-2020-12__title').allTextContents();
    expect(titles).toEqual(Object.keys(openApi.components.schemas));
    const schemas = page.locator('section.models .json-schema-2020-12[data-json-schema-level="0"]');
    // One after the other: Swagger UI resolves each when it is opened, and draws all of them again, in a second.
    const alone = aloneOf(openApi);
    expect(alone).not.toEqual([]);
    for (const [index, title] of titles.entries()) {
      if (!alone.includes(title)) continue;
      const fold = schemas.nth(index).locator('.json-schema-2020-12-accordion').first();
      await fold.click();
      await expectWords('section.models');
      await fold.click();
    }
  });

  it('opens at the operation of a link', async () => {
    await page.close();
    const last = OPERATIONS.at(-1);
    await openReference(`#/${encodeURIComponent(last.tags[0])}/${last.operationId}`);
    await page.locator(`${idOf(last)} .responses-wrapper`).waitFor();
  });
});
