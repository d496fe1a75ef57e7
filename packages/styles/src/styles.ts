import { readFileSync } from 'node:fs';

/**
 * Shared style sheets: the colours (of dark screens too), letters and links, the head of a site, and tables and lists of facts.
 * What follows them in a page may differ.
 */
type StyleName = 'light' | 'dark' | 'base' | 'site' | 'lists';

/** Returns shared style sheets as one text, in the order in which they apply. */
export const readStyles = (...names: ReadonlyArray<StyleName>): string =>
  names.map((name) => readFileSync(new URL(`${name}.css`, import.meta.url), 'utf8')).join('');
