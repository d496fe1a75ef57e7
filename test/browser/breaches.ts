import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs in the browser, whose types this program does not have. */
const FIND = `(async () => {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await axe.run(document, { runOnly, rules: { 'landmark-unique': { enabled: true }, 'target-size': { enabled: true } } });
  const { scrollWidth, clientWidth } = document.documentElement;
  const closed = [...document.querySelectorAll('details:not([open])')];
  for (const details of closed) details.open = true;
  const targets = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex="0"]';
  const small = [...document.querySelectorAll(targets)].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility() && width > 0 && height > 0;
    if (!isShown || (width >= 24 && height >= 24)) return [];
    return ['a target of ' + width + ' x ' + height + ' px: ' + element.outerHTML.slice(0, 200)];
  });
  for (const details of closed) details.open = false;
  return [
    ...small,
    ...violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')),
    ...(scrollWidth > clientWidth ? ['the page is wider than the window'] : []),
  ];
})()`;

/**
 * Returns the breaches of WCAG 2.2 AA that axe finds on a page, targets of less than 24 px, also those that WCAG 2.5.8 excepts,
 * and whether the page is wider than the window.
 */
export const breachesOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(AXE);
  return page.evaluate<ReadonlyArray<string>>(FIND);
};
