import { type Column, figure, tableLines, word } from './table.ts';

/** A cell of a table; a missing value is shown as a dash. */
export type Cell = string | number | boolean | Date | null;

const showCell = (cell: Cell): string => {
  if (cell === null || cell === '') return '-';
  if (cell instanceof Date) return `${cell.toISOString().slice(0, 19)}Z`;
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(cell);
};

/** Columns under their headings; numbers to the right. */
export const table = (
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  empty: string,
): string => {
  if (rows.length === 0) return `${empty}\n`;
  const columns = headings.map((heading, at) =>
    rows.every((row) => typeof row[at] === 'number') ? figure(heading) : word(heading),
  );
  return toText(columns, rows);
};

/** Names and values, one below the other. */
export const list = (entries: ReadonlyArray<readonly [string, Cell]>): string => toText([word(''), word('')], entries);

const toText = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string => {
  const shown = rows.map((row) => row.map(showCell));
  return `${tableLines(columns, shown, Number.POSITIVE_INFINITY).join('\n')}\n`;
};

/** The output of a command, for people and for scripts. */
export type Output = { readonly text: string; readonly json: object };
