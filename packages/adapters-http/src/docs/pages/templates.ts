import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';

const eta = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });

/** Fills a template of `templates/`: `<%= %>` escapes a value, `<%~ %>` inserts HTML unchanged. */
export const render = (template: string, values: object): string => eta.render(`./${template}`, values);

const escapeHtml = (text: string): string => eta.config.escapeFunction(text);

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Returns the text that was escaped. */
export const unescapeHtml = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity]!);

/** Returns a long name in code as HTML that may be broken after its underscores. */
export const breakable = (name: string): string => escapeHtml(name).replaceAll('_', '_<wbr>');
