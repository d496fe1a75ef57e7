import stringWidth from 'string-width';
import { visible } from './visible.ts';

const GRAPHEMES = new Intl.Segmenter();
const graphemesOf = (text: string): ReadonlyArray<string> =>
  Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);

/** As many graphemes as `columns` columns have room for, from the first on. */
const take = (graphemes: ReadonlyArray<string>, columns: number): ReadonlyArray<string> => {
  let left = columns;
  const end = graphemes.findIndex((grapheme) => {
    left -= stringWidth(grapheme);
    return left < 0;
  });
  return end === -1 ? graphemes : graphemes.slice(0, end);
};

/** A text cut in its middle to `columns` columns: identifiers differ at either end. */
export const shortened = (text: string, columns: number): string => {
  if (stringWidth(text) <= columns) return text;
  const graphemes = graphemesOf(text);
  const start = take(graphemes, Math.ceil((columns - 1) / 2));
  const end = take(graphemes.toReversed(), Math.floor((columns - 1) / 2)).toReversed();
  return [...start, '…', ...end].join('');
};

/** Words on lines of at most `columns` columns; a word longer than a line keeps a line to itself. */
export const wrap = (text: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const size = stringWidth(word);
    if (line !== '' && used + 1 + size > columns) {
      lines.push(line);
      [line, used] = [word, size];
    } else {
      [line, used] = line === '' ? [word, size] : [`${line} ${word}`, used + 1 + size];
    }
  }
  return [...lines, line];
};

/** If a table is too wide for the terminal, texts are cut in their middle; words and figures are never cut. */
export type Column = { readonly title: string; readonly kind: 'text' | 'word' | 'figure' };

export const text = (title: string): Column => ({ title, kind: 'text' });
export const word = (title: string): Column => ({ title, kind: 'word' });
export const figure = (title: string): Column => ({ title, kind: 'figure' });

const GAP = '  ';
/** The minimum width of a text; a table that does not fit exceeds the width. */
const NARROWEST = 8;

const widestText = (columns: ReadonlyArray<Column>, widths: ReadonlyArray<number>): number =>
  columns.reduce(
    (widest, { kind }, i) => (kind === 'text' && (widest < 0 || widths[i]! > widths[widest]!) ? i : widest),
    -1,
  );

const fitted = (
  columns: ReadonlyArray<Column>,
  natural: ReadonlyArray<number>,
  width: number,
): ReadonlyArray<number> => {
  const widths = [...natural];
  let over = widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1)) - width;
  const widest = () => widestText(columns, widths);
  for (let i = widest(); over > 0 && i >= 0 && widths[i]! > NARROWEST; i = widest()) {
    widths[i]! -= 1;
    over -= 1;
  }
  return widths;
};

const padded = (cell: string, width: number, kind: Column['kind']): string => {
  const cut = kind === 'text' ? shortened(cell, width) : cell;
  const padding = ' '.repeat(Math.max(0, width - stringWidth(cut)));
  return kind === 'figure' ? padding + cut : cut + padding;
};

/** Returns aligned lines of at most `width` columns, titles first if a column has one. Cells are made {@link visible}. */
export const tableLines = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  width: number,
): ReadonlyArray<string> => {
  const titles = columns.map(({ title }) => title);
  const lines = [...(titles.some((title) => title !== '') ? [titles] : []), ...rows.map((row) => row.map(visible))];
  const natural = columns.map((_, i) => lines.reduce((most, line) => Math.max(most, stringWidth(line[i]!)), 0));
  const widths = fitted(columns, natural, width);
  return lines.map((line) =>
    line
      .map((cell, i) => padded(cell, widths[i]!, columns[i]!.kind))
      .join(GAP)
      .trimEnd(),
  );
};
