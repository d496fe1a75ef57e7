import { count } from '../figures.ts';

/** Lines under a title; without lines it is left out. */
export type Section = { readonly title: string; readonly lines: ReadonlyArray<string> };

export const INDENT = '  ';
export const indented = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line) => (line === '' ? line : INDENT + line));

/** Returns `and 37 more; see --json` if `total` is more than `shown`. */
export const andMore = (total: number, shown: number, where: string): ReadonlyArray<string> =>
  total > shown ? [`and ${count(total - shown)} more; see ${where}`] : [];

export const renderSection = ({ title, lines }: Section): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ['', title, ...indented(lines)];
