import { grouped } from './grouped.ts';

/** No list has more items than this: no browser opens a page of a million rows. */
export const ROWS_SHOWN = 1_000;

/** `code`: an identifier, shown exactly; `import`: an import's id; `figure`: to the right; `bar`: a picture of a figure. */
export type Column = { readonly title: string; readonly kind: 'text' | 'code' | 'import' | 'figure' | 'bar' };

const columnOf =
  (kind: Column['kind']) =>
  (title: string): Column => ({ title, kind });

export const text = columnOf('text');
export const code = columnOf('code');
export const importId = columnOf('import');
export const figure = columnOf('figure');
export const bar = columnOf('bar');

/** A text; in a column of kind `bar` the bar's length; a value to be marked as rare; null: a field that was left out. */
type Cell = string | { readonly rare: string } | null;
export type Row = ReadonlyArray<Cell>;

/** Returns the sentence below a cut list, up to the name of the file or option with the whole list. */
export type More = { readonly sentence: string; readonly where: string };

/** Returns null if the list is not cut. @param option makes the file with the whole list. */
export const moreThan = (total: number, shown: number, option: string): More | null =>
  total <= shown
    ? null
    : {
        sentence: `The first ${grouped(String(shown))} of ${grouped(String(total))} are shown; all of them are in the file made with`,
        where: option,
      };

/** A part of the report under its own heading. The template of its body shows the rest of `body`; `@table` and `@facts` are those of every report. */
export type Section = {
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  readonly body: { readonly template: string; readonly [value: string]: unknown };
  readonly more?: More | null;
};
