import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs in the browser, whose types this program does not have. */
const FIND = `(async () => {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await axe.run(document, { runOnly });
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')),
    ...(scrollWidth > clientWidth ? ['the page is wider than the window'] : []),
  ];
})()`;

/** Returns the breaches of WCAG 2.2 AA that axe finds on a page, and whether the page is wider than the window. */
export const breachesOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(AXE);
  return page.evaluate<ReadonlyArray<string>>(FIND);
};
