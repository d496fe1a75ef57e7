import * as E from 'fp-ts/lib/Either.js';
import { csvFieldsOf } from '../csv/csv-fields.ts';
import type { Encoding } from '../source/encoding.ts';
import { guessEncoding } from './guess-encoding.ts';
import { LEAST_SHARE, mostFrequent, recordLengthOf, recordsOf, startOfWidths } from './guess-records.ts';
import { type Cell, type CellsOfLine, type Doubts, quoted, type Start } from './guess-values.ts';
import type { Later } from './look-further.ts';

/** The first bytes of a file, and what was seen of the rest. */
export type Beginning = {
  readonly bytes: Buffer;
  /** They are all of the file. */
  readonly isWhole: boolean;
  /** null: the rest was not read. */
  readonly later: Later | null;
};

/** Returns the whole lines of the first bytes. */
const firstLinesOf = ({ bytes: start, isWhole }: Beginning, encoding: Encoding): ReadonlyArray<Cell> => {
  const lines: Cell[] = [];
  let from = 0;
  for (let end = encoding.lineEnd(start, 0); end !== -1; end = encoding.lineEnd(start, from)) {
    const decoded = encoding.decode(start.subarray(from, end));
    const line = lines.length + 1;
    lines.push({ line, text: E.isRight(decoded) ? decoded.right.replace(/^\ufeff/, '').replace(/\r$/, '') : '' });
    from = end + encoding.unitBytes;
  }
  const rest = encoding.decode(start.subarray(from));
  if (from < start.length && (isWhole || lines.length < 2) && E.isRight(rest))
    lines.push({ line: lines.length + 1, text: rest.right.replace(/^\ufeff/, '') });
  return lines;
};

/** Returns how the first bytes of a file are read. */
export const readingOf = (beginning: Beginning): { readonly encoding: Encoding; readonly lines: number } => {
  const encoding = guessEncoding(beginning, []);
  return { encoding, lines: firstLinesOf(beginning, encoding).length };
};

const linesOf = (beginning: Beginning, encoding: Encoding, doubts: Doubts): ReadonlyArray<Cell> => {
  const { lines = [], unreadable = null } = beginning.later ?? {};
  if (unreadable !== null) doubts.push(`Line ${unreadable.line} cannot be read: ${unreadable.text}`);
  return [...firstLinesOf(beginning, encoding), ...lines];
};

const DELIMITERS = [';', ',', '\t', '|'];
const SAMPLED = 200;

/** Returns true if values are enclosed in a quote. */
const isUsed = (lines: ReadonlyArray<Cell>, quote: string, delimiter: string): boolean => {
  const edge = delimiter.replace('|', '\\|');
  const form = new RegExp(`(?:^|${edge})${quote}(?:[^${quote}]|${quote}${quote})*(?:${quote}(?:${edge}|$)|$)`);
  return lines.some(({ text }) => form.test(text));
};

/** Returns the quotes that lines may have: `"` also if none has one, and none if `"` is within values only. */
const quotesOf = (lines: ReadonlyArray<Cell>, delimiter: string): ReadonlyArray<string> => {
  const hasDouble = lines.some(({ text }) => text.includes('"'));
  return [hasDouble && !isUsed(lines, '"', delimiter) ? '' : '"', ...(isUsed(lines, "'", delimiter) ? ["'"] : [])];
};

type Separators = { readonly delimiter: string; readonly quoteChar: string };

/** Returns the delimiter and quote that give most lines the same number of columns, two or more; null if none do. */
const guessSeparators = (lines: ReadonlyArray<Cell>): Separators | null => {
  const sample = lines.filter(({ text }) => text !== '').slice(0, SAMPLED);
  const scored = DELIMITERS.flatMap((delimiter) =>
    quotesOf(sample, delimiter).map((quoteChar) => ({ delimiter, quoteChar })),
  )
    .map((form) => {
      const split = csvFieldsOf({ ...form, doubleQuote: true });
      const widths = sample.map(({ text }) => {
        const fields = split(text);
        return E.isRight(fields) ? fields.right.length : 0;
      });
      const width = mostFrequent(widths);
      return { form, width, share: widths.filter((one) => one === width).length / sample.length };
    })
    .filter(({ width, share }) => width > 1 && share > LEAST_SHARE);
  return scored.toSorted((one, other) => other.share - one.share || other.width - one.width)[0]?.form ?? null;
};

/** Commas of a line are all in numbers: `1,234.56`, `1.234,56`. */
const hasOnlyMarks = ({ text }: Cell): boolean => !text.replaceAll(/(?<=\d),(?=\d{2,3}(?!\d))/g, '').includes(',');

const NO_ROWS = 'The file has no rows.';
const NOT_READABLE = 'The file has no line that can be read: it is no text, or in an encoding that is not known.';
/** More than white space. */
const hasBytes = ({ bytes }: Beginning): boolean => bytes.some((byte) => byte > 0x20);

/** Several lines that end in carriage returns alone. */
const RETURNS = /[^\r]\r[^\r]+\r[^\r]/;

/** Returns the rows of a text. @returns Left if its form cannot be guessed. */
export const startOfText = (beginning: Beginning, doubts: Doubts): E.Either<string, Start> => {
  const encoding = guessEncoding(beginning, doubts);
  const lines = linesOf(beginning, encoding, doubts);
  if (lines.every(({ text }) => text.trim() === '')) return E.left(hasBytes(beginning) ? NOT_READABLE : NO_ROWS);
  if (lines.length === 1 && RETURNS.test(lines[0]!.text))
    return E.left('The lines end in carriage returns alone, as those of old Macs. Save the file with line feeds.');
  const record = lines.length === 1 ? recordLengthOf(lines[0]!.text) : null;
  if (record !== null) {
    doubts.push(`The file has no line breaks. Its form is the same again after ${record} characters.`);
    return startOfWidths(recordsOf(lines[0]!.text, record), encoding, doubts);
  }
  const separators = guessSeparators(lines);
  if (separators === null) return startOfWidths(lines, encoding, doubts);
  if (separators.delimiter === ',' && lines.every(hasOnlyMarks)) {
    const ofWidths = startOfWidths(lines, encoding, doubts);
    if (E.isRight(ofWidths)) return ofWidths;
  }
  const { delimiter, quoteChar } = separators;
  const split = csvFieldsOf({ ...separators, doubleQuote: true });
  const rows = lines.flatMap(({ line, text }) => {
    const cells = text === '' ? null : split(text);
    return cells === null || E.isLeft(cells) ? [] : [{ line, cells: cells.right, text }];
  });
  const quote = quoteChar === '"' ? [] : [`quoteChar: ${quoted(quoteChar)}`];
  const shown = lines.find(({ text }) => text.includes(quoteChar === '' ? '"' : quoteChar));
  if (quoteChar !== '"')
    doubts.push(
      quoteChar === ''
        ? `No quote is a guess: the " on line ${shown?.line} is within a value, and encloses none.`
        : `The quote ${quoteChar} is a guess, as on line ${shown?.line}.`,
    );
  const form = [`encoding: ${encoding.name}`];
  return E.right({ rows, form, dialect: [`delimiter: ${quoted(delimiter)}`, ...quote], widths: null, isSheet: false });
};

/** The first rows of a sheet as guessed from: its name, and those of the others. */
export type SheetStart = {
  readonly sheet: string;
  readonly others: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<CellsOfLine>;
};

export const startOfSheet = ({ sheet, others, rows }: SheetStart, doubts: Doubts): Start => {
  if (others.length > 0)
    doubts.push(
      `The workbook has other sheets: ${others.join(', ')}. Each that is to be loaded needs a mapping of its own.`,
    );
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const padded = rows.map(({ line, cells }) => ({
    line,
    cells: [...cells, ...Array.from({ length: width - cells.length }, () => '')],
  }));
  return { rows: padded, form: [], dialect: [`sheet: ${quoted(sheet)}`], widths: null, isSheet: true };
};

/** Returns the row that names the columns: the first that has most of them; those before it are titles. */
export const guessHeader = (rows: ReadonlyArray<CellsOfLine>): CellsOfLine | undefined => {
  const width = mostFrequent(rows.slice(0, SAMPLED).map(({ cells }) => cells.length));
  const isHeader = ({ cells }: CellsOfLine): boolean =>
    cells.length === width && cells.filter((cell) => cell.trim() !== '').length > width * LEAST_SHARE;
  return rows.find(isHeader) ?? rows[0];
};
