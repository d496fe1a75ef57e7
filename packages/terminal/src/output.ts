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

type Snake<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : Name;

/** Returns the name of a property in JSON: `transactionId` is `transaction_id`. */
export const wireName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns these properties by their names in JSON ({@link wireName}), in this order. */
export const wire = <A extends object, Name extends keyof A & string>(
  value: A,
  ...names: ReadonlyArray<Name>
): { readonly [Of in Name as Snake<Of>]: A[Of] } =>
  Object.fromEntries(names.map((name) => [wireName(name), value[name]])) as { [Of in Name as Snake<Of>]: A[Of] };
