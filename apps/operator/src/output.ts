import { visible } from './report/visible.ts';

/** A cell of a table for people: what is not there is a dash. */
export type Cell = string | number | boolean | Date | null;

const showCell = (cell: Cell): string => {
  if (cell === null || cell === '') return '-';
  if (cell instanceof Date) return `${cell.toISOString().slice(0, 19)}Z`;
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return visible(String(cell));
};

const widthOf = (text: string): number => [...text].length;

/** Columns under their headings; numbers to the right. */
export const table = (
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  empty: string,
): string => {
  if (rows.length === 0) return `${empty}\n`;
  const shown = rows.map((row) => row.map(showCell));
  const widths = headings.map((heading, at) => Math.max(widthOf(heading), ...shown.map((row) => widthOf(row[at]!))));
  const pad = (text: string, at: number, isNumber: boolean) => {
    const space = ' '.repeat(widths[at]! - widthOf(text));
    return isNumber ? space + text : text + space;
  };
  const isNumber = headings.map((_, at) => rows.every((row) => typeof row[at] === 'number'));
  const line = (cells: ReadonlyArray<string>) =>
    cells
      .map((cell, at) => pad(cell, at, isNumber[at]!))
      .join('  ')
      .trimEnd();
  return `${[line(headings), ...shown.map(line)].join('\n')}\n`;
};

/** Names and values, one below the other. */
export const list = (entries: ReadonlyArray<readonly [string, Cell]>): string => {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${showCell(value)}\n`).join('');
};

/** What a command has to say: to people, and to scripts. */
export type Output = { readonly text: string; readonly json: object };
