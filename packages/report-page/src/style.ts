import { readFileSync } from 'node:fs';

const FILES = ['base', 'summary', 'charts', 'tables', 'phone', 'print'];

/** Returns the style of every report: dark on white, no font or picture from elsewhere; cards on a phone, A4 in print. */
export const readStyle = (): string =>
  FILES.map((file) => readFileSync(new URL(`styles/${file}.css`, import.meta.url), 'utf8')).join('');
