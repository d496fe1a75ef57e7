import { fileURLToPath } from 'node:url';
import { visible } from '@carryover/terminal/visible';
import { Eta } from 'eta';

const eta = new Eta({ views: fileURLToPath(new URL('..', import.meta.url)), cache: true, autoTrim: false });
const { escapeFunction } = eta.config;

/** Escapes a value as templates do: invisible characters are spelled out ({@link visible}). */
export const escapeHtml = (value: unknown): string => escapeFunction(visible(String(value)));

eta.configure({ escapeFunction: escapeHtml });

/** Fills a template below `src`. `<%= %>` escapes a value, `<%~ %>` inserts HTML unchanged. */
export const render = (template: string, values: object): string => eta.render(`./${template}`, values);
