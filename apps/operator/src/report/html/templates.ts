import { fileURLToPath } from 'node:url';
import { visible } from '@carryover/terminal/visible';
import { Eta } from 'eta';

const eta = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });
const { escapeFunction } = eta.config;
eta.configure({ escapeFunction: (value) => escapeFunction(visible(String(value))) });

/** Fills a template of `templates/`. Each value is escaped, and its invisible characters are spelled out ({@link visible}). */
export const render = (template: string, values: object): string => eta.render(`./${template}`, values);
