import { isUtf8 } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';
import { csvFieldsOf } from '../csv/csv-fields.ts';
import { type Encoding, encodingOf, UTF8 } from '../source/encoding.ts';
import { cutFixed } from './fixed-records.ts';
import { type Cell, type CellsOfLine, type Doubts, quoted } from './guess-values.ts';
import { guessWidths } from './guess-widths.ts';
import type { Later } from './look-further.ts';

/** The first bytes of a file, and what was seen of the rest. */
export type Beginning = {
  readonly bytes: Buffer;
  /** They are all of the file. */
  readonly isWhole: boolean;
  /** null: the rest was not read. */
  readonly later: Later | null;
};

/** Returns the encoding of a file's first bytes. */
const guessEncoding = (start: Buffer, doubts: Doubts): Encoding => {
  const of = (label: string): Encoding => {
    const found = encodingOf(label);
    return E.isRight(found) ? found.right : UTF8;
  };
  if (start[0] === 0xff && start[1] === 0xfe) return of('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return of('utf-16be');
  if (start.length > 3 && start[1] === 0 && start[3] === 0) return of('utf-16le');
  if (start.length > 3 && start[0] === 0 && start[2] === 0) return of('utf-16be');
  // A character may be cut off at the end.
  if ([0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, Math.max(0, start.length - cut))))) return UTF8;
  const digits = start.filter((byte) => byte >= 0xf0 && byte <= 0xf9).length;
  if (digits > start.length / 10 && !start.includes(0x20)) {
    doubts.push('The file looks like EBCDIC. Which code page it is shows only in letters such as Ä, { and €.');
    return of('ibm1141');
  }
  doubts.push('The file is not UTF-8. windows-1252 is a guess: compare a name with an umlaut or an accent.');
  return of('windows-1252');
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
  const encoding = guessEncoding(beginning.bytes, []);
  return { encoding, lines: firstLinesOf(beginning, encoding).length };
};

const linesOf = (beginning: Beginning, encoding: Encoding, doubts: Doubts): ReadonlyArray<Cell> => {
  const { lines = [], unreadable = null } = beginning.later ?? {};
  if (unreadable !== null) doubts.push(`Line ${unreadable.line} cannot be read: ${unreadable.text}`);
  return [...firstLinesOf(beginning, encoding), ...lines];
};

const DELIMITERS = [';', ',', '\t', '|'];
const SAMPLED = 200;

/** Returns the value that occurs most often. */
const mostFrequent = (values: ReadonlyArray<number>): number =>
  [...Map.groupBy(values, (value) => value)].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 0;

/** The least share of the lines that have the columns of the file; others are titles and notes around it. */
const LEAST_SHARE = 0.6;

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

/** The rows of the beginning of a file, before anything is known of them. */
type Start = {
  readonly rows: ReadonlyArray<CellsOfLine>;
  /** The lines of a mapping that say how these rows are read, without those of the header. */
  readonly form: ReadonlyArray<string>;
  readonly dialect: ReadonlyArray<string>;
  /** Cells are typed: a number has no leading zeros. */
  readonly isSheet: boolean;
};

const CLASSES: ReadonlyArray<RegExp> = [/\d/, /\p{L}/u, / /];
const COMPARED_CHARACTERS = 8_000;
const SHORTEST_RECORD = 10;
const LEAST_RECORDS = 4;
const ALIKE = 0.75;

/** Guesses the length after which a text without line breaks is of the same form again; null: there is none. */
const recordLengthOf = (text: string): number | null => {
  const classes = Uint8Array.from(
    Array.from(text.slice(0, COMPARED_CHARACTERS), (character) => CLASSES.findIndex((one) => one.test(character)) + 1),
  );
  // A text of one class is alike at every length.
  if (new Set(classes).size === 1) return null;
  let best = { length: 0, share: ALIKE };
  for (let length = SHORTEST_RECORD; length <= classes.length / LEAST_RECORDS; length += 1) {
    let same = 0;
    for (let at = length; at < classes.length; at += 1) if (classes[at] === classes[at - length]) same += 1;
    const share = same / (classes.length - length);
    // A multiple of the length is as good.
    if (share > best.share + (best.length > 0 && length % best.length === 0 ? 1 - ALIKE : 0)) best = { length, share };
  }
  return best.length === 0 ? null : best.length;
};

/** Cuts a text without line breaks into records. */
const recordsOf = (text: string, length: number): ReadonlyArray<Cell> =>
  Array.from({ length: Math.floor(text.length / length) }, (_, at) => ({
    line: at + 1,
    text: text.slice(at * length, (at + 1) * length),
  }));

const NO_DELIMITER = 'No delimiter gives the lines the same number of columns.';
const LEAST_COLUMNS = 3;

/** Returns the letter with which records begin, if others, as those of a header and a trailer, begin with another; null if none does. */
const recordTypeOf = (lines: ReadonlyArray<Cell>): string | null => {
  const all = lines.filter(({ text }) => text !== '').map(({ text }) => text.charCodeAt(0));
  const type = String.fromCharCode(mostFrequent(all));
  const others = all.filter((one) => String.fromCharCode(one) !== type);
  const areLetters = [type, ...others.map((one) => String.fromCharCode(one))].every((one) => /\p{L}/u.test(one));
  return others.length > 0 && areLetters && others.length < all.length * (1 - ALIKE) ? type : null;
};

/** Returns the rows of lines with columns of fixed widths. @returns Left if they have none. */
const startOfWidths = (all: ReadonlyArray<Cell>, encoding: Encoding, doubts: Doubts): E.Either<string, Start> => {
  const lines = all.filter(({ text }) => text.trim() !== '');
  const length = mostFrequent(lines.map(({ text }) => text.length));
  const alike = lines.filter(({ text }) => text.length === length);
  if (length < 2 || alike.length <= lines.length * LEAST_SHARE) return E.left(NO_DELIMITER);
  const type = recordTypeOf(lines);
  const isRecord = ({ text }: Cell): boolean => text.length === length && (type === null || text.startsWith(type));
  const hasHeader =
    type === null &&
    alike.length > 1 &&
    !/\d/.test(alike[0]!.text) &&
    alike.slice(1).every(({ text }) => /\d/.test(text));
  const rows = hasHeader ? alike.slice(1) : alike.filter(isRecord);
  const found = guessWidths(
    rows.map(({ text }) => text),
    hasHeader ? alike[0]!.text : null,
  );
  const [first, ...more] = found as [number, ...number[]];
  const widths = type !== null && first > 1 ? [1, first - 1, ...more] : found;
  if (widths.length < LEAST_COLUMNS)
    return E.left(
      `${NO_DELIMITER} ${alike.length} of ${lines.length} lines have ${length} characters, the first on line ${alike[0]!.line}, and no columns show. If columns have fixed widths, write the mapping with the widths of the record layout: encoding: ${encoding.name}, dialect: {header: false, widths: […]}.`,
    );
  doubts.push(
    `The widths are a guess from the blanks and characters of ${rows.length} lines with ${length} characters: compare them with the record layout. Columns that are always full may be one.`,
  );
  const cut = ({ line, text }: Cell): ReadonlyArray<string> => {
    const cells = isRecord({ line, text }) ? cutFixed(text, widths) : E.left(text);
    return E.isRight(cells) ? cells.right.map((cell) => cell.trim()) : [text];
  };
  return E.right({
    rows: lines.map((one) => ({ line: one.line, cells: cut(one) })),
    form: [`encoding: ${encoding.name}`],
    dialect: [`widths: [${widths.join(', ')}]`],
    isSheet: false,
  });
};

/** Commas of a line are all in numbers: `1,234.56`, `1.234,56`. */
const hasOnlyMarks = ({ text }: Cell): boolean => !text.replaceAll(/(?<=\d),(?=\d{2,3}(?!\d))/g, '').includes(',');

/** Returns the rows of a text. @returns Left if its form cannot be guessed. */
export const startOfText = (beginning: Beginning, doubts: Doubts): E.Either<string, Start> => {
  const encoding = guessEncoding(beginning.bytes, doubts);
  const lines = linesOf(beginning, encoding, doubts);
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
  return E.right({ rows, form, dialect: [`delimiter: ${quoted(delimiter)}`, ...quote], isSheet: false });
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
  return { rows: padded, form: [], dialect: [`sheet: ${quoted(sheet)}`], isSheet: true };
};

/** Returns the row that names the columns: the first that has most of them; those before it are titles. */
export const guessHeader = (rows: ReadonlyArray<CellsOfLine>): CellsOfLine | undefined => {
  const width = mostFrequent(rows.slice(0, SAMPLED).map(({ cells }) => cells.length));
  const isHeader = ({ cells }: CellsOfLine): boolean =>
    cells.length === width && cells.filter((cell) => cell.trim() !== '').length > width * LEAST_SHARE;
  return rows.find(isHeader) ?? rows[0];
};
