import { hasValues } from './guess-contents.ts';
import { type CellsOfLine, type Doubts, quoted } from './guess-values.ts';

/** Where the names and the rows of a file are. */
export type Frame = {
  readonly names: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<CellsOfLine>;
  readonly hasHeader: boolean;
  readonly dialect: ReadonlyArray<string>;
  readonly trailer: Trailer | null;
};

/** The last line, if it is no row. */
type Trailer = {
  /** Its beginning, which no row has. */
  readonly starts: string;
  readonly line: CellsOfLine;
  /** It has the columns of the rows. */
  readonly isAligned: boolean;
};

/** Words of a line of totals in the languages of exports. */
const TOTAL =
  /^(?:(?:grand|report|file|general) )?(?:totals?|totaa?l|totale|totales|totaux|summen?|gesamt\p{L}*|endsumme|somme|sumas?|sum|eof|end of (?:file|report|data|list)|number of (?:rows|records)|record count|anzahl|aantal)(?!\p{L})/iu;

/** Returns the text with which a line begins, up to its first word; null if a row begins with it as well. */
const beginningOf = ({ cells, text }: CellsOfLine, word: string, rows: ReadonlyArray<CellsOfLine>): string | null => {
  const whole = text ?? cells.join(',');
  const starts = whole.slice(0, whole.indexOf(word) + word.length);
  return rows.some((row) => (row.text ?? row.cells.join(',')).startsWith(starts)) ? null : starts;
};

/** Returns the word with which a line begins that may be a trailer; null if it may not. */
const wordOf = (line: CellsOfLine, rows: ReadonlyArray<CellsOfLine>): string | null => {
  const [word] = /^[^\d\s;,|"']{1,20}/.exec(line.cells[0]!) ?? [];
  return word === undefined || rows.some(({ cells }) => cells[0]!.startsWith(word)) ? null : word;
};

const isFilled = (cell: string): boolean => cell.trim() !== '';

/** Returns the trailer of rows with the same columns: a line of totals by its word, or one that lacks most of what rows have. */
const alignedTrailer = (rows: ReadonlyArray<CellsOfLine>): Trailer | null => {
  const [line, others] = [rows.at(-1), rows.slice(0, -1)];
  if (line === undefined || others.length < 2) return null;
  const first = line.cells.find(isFilled);
  if (first === undefined) return null;
  const always = line.cells.map((_, at) => others.every(({ cells }) => isFilled(cells[at]!)));
  const lacks = always.filter((is, at) => is && !isFilled(line.cells[at]!)).length;
  const isTotal = TOTAL.test(first.trim()) && lacks > 0;
  const isSparse = lacks > always.filter((is) => is).length / 2 && line.cells.some((cell) => /\d/.test(cell));
  if (!isTotal && !isSparse) return null;
  const starts = beginningOf(line, isTotal ? (TOTAL.exec(first.trim()) ?? [first])[0] : first.trim(), others);
  return starts === null ? null : { starts, line, isAligned: true };
};

const trailerOf = (behind: ReadonlyArray<CellsOfLine>, rows: ReadonlyArray<CellsOfLine>): Trailer | null => {
  const last = behind.at(-1);
  if (last === undefined) return null;
  if (last === rows.at(-1)) return alignedTrailer(rows);
  const starts = wordOf(last, rows);
  return starts === null ? null : { starts, line: last, isAligned: false };
};

/** Returns the rows of a file, and what is around them. */
export const frameOf = (
  all: ReadonlyArray<CellsOfLine>,
  named: CellsOfLine,
  hasWidths: boolean,
  doubts: Doubts,
): Frame => {
  const width = named.cells.length;
  // Names of columns of fixed widths have no numbers.
  const hasHeader = !hasValues(named.cells) && !(hasWidths && named.cells.some((cell) => /\d{3}/.test(cell)));
  const begin = hasHeader ? named : all.find(({ cells }) => cells.length === width)!;
  const behind = all.filter(({ line }) => line > begin.line || (!hasHeader && line === begin.line));
  const wide = behind.filter(({ cells }) => cells.length === width);
  const found = trailerOf(behind, wide);
  const trailer = found?.isAligned === true && hasWidths ? null : found;
  const rows = wide.filter((row) => row !== trailer?.line);
  const others = behind.filter((one) => one.cells.length !== width && one !== trailer?.line);
  const skipped = all.filter(({ line }) => line < begin.line).map(({ line }) => line);
  if (hasHeader && named.line > 1)
    doubts.push(`The columns are named on line ${named.line}; the lines before it are not read.`);
  if (!hasHeader) doubts.push('No line names the columns: their names are 1, 2, 3, …, and what they are is a guess.');
  if (!hasHeader && skipped.length > 0) doubts.push(`Lines that are not read: ${skipped.join(', ')}.`);
  if (trailer !== null)
    doubts.push(
      `Line ${trailer.line.line} is taken for a trailer. If it has the number of rows or sums, add them to expect.trailer, which compares them.`,
    );
  if (others.length > 0)
    doubts.push(
      `Lines without the ${width} columns of the ${hasHeader ? 'header' : 'others'}: ${others.length} of ${behind.length}, the first on line ${others[0]!.line}. The quote may be another one, or the line is a trailer (expect.trailer).`,
    );
  const ofHeader = named.line > 1 ? [`headerRows: [${named.line}]`] : [];
  const withoutHeader = ['header: false', ...(skipped.length > 0 ? [`commentRows: [${skipped.join(', ')}]`] : [])];
  return {
    names: hasHeader ? named.cells.map((cell) => cell.trim()) : named.cells.map((_, at) => String(at + 1)),
    rows,
    hasHeader,
    dialect: hasHeader ? ofHeader : withoutHeader,
    trailer,
  };
};

/** Returns the line of a mapping that expects a trailer. @param sums of columns, by their position in it. */
export const expectLine = ({ starts }: Trailer, sums: ReadonlyArray<readonly [string, number]>): string => {
  const columns = sums.map(([name, position]) => `${quoted(name)}: ${position}`).join(', ');
  return `expect: {trailer: {starts: ${quoted(starts)}${sums.length === 0 ? '' : `, sums: {${columns}}`}}}`;
};
