import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TARGETS = `'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex="0"]'`;

/** The rules of WCAG 2.2 AA, `target-size` among them, which axe leaves out unless it is asked. */
const isOfWcag = ({ tags, ruleId }: { readonly tags: ReadonlyArray<string>; readonly ruleId: string }): boolean =>
  ruleId === 'landmark-unique' ||
  (tags.some((tag) => /^wcag2[12]?a{1,2}$/.test(tag)) &&
    !tags.includes('experimental') &&
    !tags.includes('deprecated'));
const RULES = axe
  .getRules()
  .filter(isOfWcag)
  .map(({ ruleId }) => ruleId);
/** Those whose result the size of the window and its colours can change. */
const OF_LAYOUT = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** Runs in the browser, whose types this program does not have. */
const FIND = (runOnly: ReadonlyArray<string>) => `(async () => {
  const closed = [...document.querySelectorAll('details:not([open])')];
  for (const details of closed) details.open = true;
  const runOnly = ${JSON.stringify(runOnly)};
  const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'], preload: false });
  const small = [...document.querySelectorAll(${TARGETS})].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility() && width > 0 && height > 0;
    if (!isShown || (width >= 24 && height >= 24)) return [];
    return ['a target of ' + width + ' x ' + height + ' px: ' + element.outerHTML.slice(0, 200)];
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  for (const details of closed) details.open = false;
  return [
    ...small,
    ...violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')),
    ...(scrollWidth > clientWidth ? ['the page is wider than the window'] : []),
  ];
})()`;

/**
 * Returns the breaches of WCAG 2.2 AA that axe finds on a page with all its details, targets of less than 24 px, also those that
 * WCAG 2.5.8 excepts, and whether the page is wider than the window.
 *
 * @param isOfLayout only what another window or other colours can change on the same page.
 */
export const breachesOf = async (
  page: Page,
  { isOfLayout = false }: { readonly isOfLayout?: boolean } = {},
): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  return page.evaluate<ReadonlyArray<string>>(FIND(isOfLayout ? OF_LAYOUT : RULES));
};

type Step = { readonly isLast: boolean; readonly faults: ReadonlyArray<string> };

/** Runs in the browser after each Tab: what is wrong with where the focus is. A field of a time has the focus several times. */
const STEP = `(() => {
  const element = document.activeElement;
  const reached = (window.reached ??= []);
  if (element === document.body || (reached.includes(element) && reached.at(-1) !== element))
    return { isLast: true, faults: [] };
  reached.push(element);
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isMarked = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  const isInWindow = (top >= -1 && bottom <= innerHeight + 1) || bottom - top > innerHeight;
  const isCovered = above !== null && !element.contains(above) && !above.contains(element);
  const faults = [
    ...(isMarked ? [] : ['the focus is not seen']),
    ...(isInWindow ? [] : ['the focus is outside of the window']),
    ...(isCovered ? ['the focus is covered by ' + above.outerHTML.slice(0, 80)] : []),
  ];
  return { isLast: false, faults: faults.map((fault) => fault + ': ' + element.outerHTML.slice(0, 160)) };
})()`;

const MISSED = `[...document.querySelectorAll(${TARGETS})]
  .filter((element) => !element.disabled && element.tabIndex >= 0 && element.checkVisibility() && !window.reached.includes(element))
  .map((element) => 'the keyboard does not reach ' + element.outerHTML.slice(0, 160))`;

/** Goes through a page by keyboard. @returns what it does not reach, and where its focus cannot be seen. */
export const keyboardBreachesOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  const faults: string[] = [];
  // A field that takes the focus by itself is not the first of its page.
  await page.locator('.skip').focus();
  await page.evaluate<Step>(STEP);
  for (let isLast = false; !isLast; ) {
    await page.keyboard.press('Tab');
    const step = await page.evaluate<Step>(STEP);
    faults.push(...step.faults);
    isLast = step.isLast;
  }
  return [...faults, ...(await page.evaluate<ReadonlyArray<string>>(MISSED))];
};
