import * as E from 'fp-ts/lib/Either.js';
import { makeDecimalText } from './decimal-text.ts';
import { sumText, toSum } from './expectations.ts';
import type { GuessedColumn } from './guess-columns.ts';
import type { NumberForm } from './guess-numbers.ts';
import { type CellsOfLine, quoted } from './guess-values.ts';

/** The last line, if it is no row. */
export type Trailer = {
  /** Its beginning, which no row has. */
  readonly starts: string;
  readonly line: CellsOfLine;
  /** It has the columns of the rows. */
  readonly isAligned: boolean;
};

/** What a trailer says, and where. */
type TrailerFigures = {
  /** null: it has a delimiter. */
  readonly widths: ReadonlyArray<number | '*'> | null;
  /** The position of the number of rows; null: none. */
  readonly rows: number | null;
  /** Of columns, by their position in it. */
  readonly sums: ReadonlyArray<readonly [string, number]>;
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

/** The columns with numbers, and how these are written. */
type Amounts = ReadonlyArray<readonly [GuessedColumn, NumberForm]>;

const amountReader = (form: NumberForm) => {
  const read = makeDecimalText({ ...form, impliedDecimals: null });
  return (text: string): bigint | null => {
    const found = read(text.trim());
    const sum = E.isRight(found) ? toSum(found.right.text) : null;
    return sum !== null && E.isRight(found) && found.right.isNegative ? -sum : sum;
  };
};

/** Returns the sum of the numbers of a column; null if one is none. */
const sumOf = ({ cells }: GuessedColumn, form: NumberForm): bigint | null => {
  const all = cells.map(({ text }) => amountReader(form)(text));
  return all.includes(null) ? null : (all as ReadonlyArray<bigint>).reduce((one, other) => one + other, 0n);
};

/** Returns the columns whose sums a line of totals has, with their positions in it. */
const sumsIn = ({ cells }: CellsOfLine, names: ReadonlyArray<string>, amounts: Amounts): TrailerFigures['sums'] =>
  amounts.flatMap(([column, form]) => {
    const at = names.indexOf(column.column);
    const [total, sum] = [amountReader(form)(cells[at] ?? ''), sumOf(column, form)];
    return total !== null && sum !== null && sumText(sum) === sumText(total) ? [[column.column, at + 1] as const] : [];
  });

/** Returns the number of rows and the sums that a record has in digits side by side, as far as they are known. */
const figuresInDigits = ({ starts, line }: Trailer, rows: number, amounts: Amounts): TrailerFigures => {
  const text = (line.text ?? '').trimEnd();
  const wanted = new Map<string | null, string>([[null, String(rows)]]);
  for (const [column, form] of amounts) {
    const sum = sumOf(column, form);
    // Without decimals, the last digits may be meant as some: the trailer has them alike.
    const areWhole = column.cells.every(({ text }) => !/[.,]/.test(text));
    const digits =
      sum === null
        ? ''
        : sumText(sum)
            .replace(areWhole ? /\.0+$/ : /$^/, '')
            .replace(/\D/g, '');
    if (digits !== '') wanted.set(column.column, digits);
  }
  const widths: (number | '*')[] = [starts.length];
  const found: (readonly [string | null, number])[] = [];
  let at = starts.length;
  for (;;) {
    const next = [...wanted].flatMap(([name, digits]) => {
      const [all] = new RegExp(`^[ 0]*${digits}(?=[0 ]|\\D|$)`).exec(text.slice(at)) ?? [];
      return all === undefined ? [] : [{ name, length: all.length }];
    })[0];
    if (next === undefined) break;
    wanted.delete(next.name);
    widths.push(next.length);
    found.push([next.name, widths.length]);
    at += next.length;
  }
  if (at < text.length) widths.push('*');
  return {
    widths,
    rows: found.find(([name]) => name === null)?.[1] ?? null,
    sums: found.flatMap(([name, position]) => (name === null ? [] : [[name, position] as const])),
  };
};

/** Returns what a trailer says of the rows before it. @param widths of their columns; null: they have a delimiter. */
export const figuresIn = (
  trailer: Trailer,
  rows: number,
  names: ReadonlyArray<string>,
  amounts: Amounts,
  widths: ReadonlyArray<number> | null,
): TrailerFigures => {
  if (trailer.isAligned) return { widths, rows: null, sums: sumsIn(trailer.line, names, amounts) };
  if (widths !== null) return figuresInDigits(trailer, rows, amounts);
  const at = trailer.line.cells.findIndex((cell) => cell.trim().replace(/^0+/, '') === String(rows));
  return { widths, rows: at === -1 ? null : at + 1, sums: [] };
};

/** Returns the line of a mapping that expects a trailer. */
export const expectLine = ({ starts }: Trailer, { widths, rows, sums }: TrailerFigures): string => {
  const columns = sums.map(([name, position]) => `${quoted(name)}: ${position}`).join(', ');
  const settings = [
    `starts: ${quoted(starts)}`,
    ...(widths === null ? [] : [`widths: [${widths.map((width) => (width === '*' ? '"*"' : width)).join(', ')}]`]),
    ...(rows === null ? [] : [`rows: ${rows}`]),
    ...(sums.length === 0 ? [] : [`sums: {${columns}}`]),
  ];
  return `expect: {trailer: {${settings.join(', ')}}}`;
};
