import type { CellsOfLine } from './guess-values.ts';

/** The last line, if it is no row. */
export type Trailer = {
  /** Its beginning, which no row has. */
  readonly starts: string;
  readonly line: CellsOfLine;
  /** It has the columns of the rows. */
  readonly isAligned: boolean;
};

/** Words of a line of totals in the languages of exports. */
const TOTAL =
  /^(?:(?:grand|report|file|general) )?(?:totals?|totaa?l|totale|totales|totaux|summen?|gesamt\p{L}*|endsumme|somme|sumas?|sum|suma|sumy|razem|ogółem|łącznie|podsumowanie|liczba|ilość|eof|end of (?:file|report|data|list)|number of (?:rows|records)|record count|anzahl|aantal)(?!\p{L})/iu;

/** Returns the text with which a line begins, up to its first word; null if a row begins with it as well. */
const beginningOf = ({ cells, text }: CellsOfLine, word: string, rows: ReadonlyArray<CellsOfLine>): string | null => {
  const whole = text ?? cells.join(',');
  const starts = whole.slice(0, whole.indexOf(word) + word.length);
  return rows.some((row) => (row.text ?? row.cells.join(',')).startsWith(starts)) ? null : starts;
};

const LONGEST_TYPE = 2;

/** Returns the word with which a line begins that may be a trailer; null if it may not. */
const wordOf = (line: CellsOfLine, rows: ReadonlyArray<CellsOfLine>, hasWidths: boolean): string | null => {
  const letters = /^[^\d\s;,|"']{1,20}/.exec(line.cells[0]!);
  const typeLength = rows[0]?.cells[0]?.length ?? 0;
  // Of records with types in digits, the type.
  const digits = hasWidths && typeLength <= LONGEST_TYPE ? /^\d+/.exec(line.cells[0]!.slice(0, typeLength)) : null;
  const [word] = letters ?? digits ?? [];
  return word === undefined || rows.some(({ cells }) => cells[0]!.startsWith(word)) ? null : word;
};

const LETTER = /\p{L}/u;
const isFilled = (cell: string): boolean => cell.trim() !== '';

/** Returns the trailer of rows with the same columns: a line of totals by its word, or one that lacks most of what rows have. */
const alignedTrailer = (rows: ReadonlyArray<CellsOfLine>): Trailer | null => {
  const [line, others] = [rows.at(-1), rows.slice(0, -1)];
  if (line === undefined || others.length < 2) return null;
  const first = line.cells.find(isFilled);
  if (first === undefined) return null;
  const always = line.cells.map((_, at) => others.every(({ cells }) => isFilled(cells[at]!)));
  const lacks = always.filter((is, at) => is && !isFilled(line.cells[at]!)).length;
  // A word among numbers is none of a row.
  const isOdd = line.cells.some(
    (cell, at) => LETTER.test(cell) && others.every(({ cells }) => !LETTER.test(cells[at]!)),
  );
  const isTotal = TOTAL.test(first.trim()) && (lacks > 0 || isOdd);
  const isSparse = lacks > always.filter((is) => is).length / 2 && line.cells.some((cell) => /\d/.test(cell));
  if (!isTotal && !isSparse) return null;
  const starts = beginningOf(line, isTotal ? (TOTAL.exec(first.trim()) ?? [first])[0] : first.trim(), others);
  return starts === null ? null : { starts, line, isAligned: true };
};

/** Returns the last line of a file if it is no row. @param hasWidths columns have fixed widths. */
export const trailerOf = (
  behind: ReadonlyArray<CellsOfLine>,
  rows: ReadonlyArray<CellsOfLine>,
  hasWidths: boolean,
): Trailer | null => {
  const last = behind.at(-1);
  if (last === undefined) return null;
  if (last === rows.at(-1)) return alignedTrailer(rows);
  const starts = wordOf(last, rows, hasWidths);
  return starts === null ? null : { starts, line: last, isAligned: false };
};
