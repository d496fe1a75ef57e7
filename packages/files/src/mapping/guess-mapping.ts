import type { MappedKind } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { type Fields, shownValue } from './compile-columns.ts';
import { doubtMissing, doubtRepeated, type GuessedColumn, guessSettings } from './guess-columns.ts';
import { guessContents, hasValues } from './guess-contents.ts';
import { guessNumber } from './guess-numbers.ts';
import { type Beginning, guessHeader, type SheetStart, startOfSheet, startOfText } from './guess-start.ts';
import { type Cell, type CellsOfLine, type Doubts, quoted, signDoubt } from './guess-values.ts';
import { canonical, fieldsMeant, KINDS_BY_FIELD } from './guess-words.ts';

/** A line with more is no header that a person would map. */
const MAX_COLUMNS = 1_000;

/** Returns names as comments of a hundred characters. */
const listed = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .join(', ')
    .match(/.{1,100}(?:, |$)/g)
    ?.map((line) => `#   ${line.trim()}`) ?? [];

/** A guess: the text of a mapping. */
export type Guess = { readonly text: string; readonly doubts: ReadonlyArray<string> };

/** Where the names and the rows of a file are. */
type Frame = {
  readonly names: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<CellsOfLine>;
  readonly hasHeader: boolean;
  readonly dialect: ReadonlyArray<string>;
  readonly expect: ReadonlyArray<string>;
};

/** Returns the word with which a line begins that may be a trailer; null if it may not. */
const trailerOf = (line: CellsOfLine, rows: ReadonlyArray<CellsOfLine>): string | null => {
  const [word] = /^[^\d\s;,|"']{1,20}/.exec(line.cells[0]!) ?? [];
  return word === undefined || rows.some(({ cells }) => cells[0]!.startsWith(word)) ? null : word;
};

const frameOf = (all: ReadonlyArray<CellsOfLine>, named: CellsOfLine, doubts: Doubts): Frame => {
  const width = named.cells.length;
  const hasHeader = !hasValues(named.cells);
  const begin = hasHeader ? named : all.find(({ cells }) => cells.length === width)!;
  const behind = all.filter(({ line }) => line > begin.line || (!hasHeader && line === begin.line));
  const rows = behind.filter(({ cells }) => cells.length === width);
  const last = behind.at(-1);
  const trailer = last === undefined || last.cells.length === width ? null : trailerOf(last, rows);
  const others = behind.filter((one) => one.cells.length !== width && (trailer === null || one !== last));
  const skipped = all.filter(({ line }) => line < begin.line).map(({ line }) => line);
  if (hasHeader && named.line > 1)
    doubts.push(`The columns are named on line ${named.line}; the lines before it are not read.`);
  if (!hasHeader) doubts.push('No line names the columns: their names are 1, 2, 3, …, and what they are is a guess.');
  if (!hasHeader && skipped.length > 0) doubts.push(`Lines that are not read: ${skipped.join(', ')}.`);
  if (trailer !== null)
    doubts.push(
      `Line ${last!.line} is taken for a trailer. If it has the number of rows or sums, add them to expect.trailer, which compares them.`,
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
    expect: trailer === null ? [] : [`expect: {trailer: {starts: ${quoted(trailer)}}}`],
  };
};

/** Returns the fields that the names of columns may mean, and the kind that has most of them; null if none has one. */
const meaningsOf = (names: ReadonlyArray<string>) => {
  const meant = names.map(fieldsMeant);
  const score = (own: ReadonlyArray<string>): number =>
    meant.filter((fields) => fields.some((field) => own.includes(field))).length;
  const [best] = KINDS_BY_FIELD.toSorted(([, one], [, other]) => score(other) - score(one));
  return { meant, kind: score(best![1]) > 0 ? best![0] : null };
};

/**
 * Guesses a mapping from the beginning of a file. What is not certain is a doubt, also as a comment in the text; columns
 * that mean nothing known are neither mapped nor left out, so that the mapping is not usable before somebody decides.
 *
 * @param asked the kind; null: it is guessed, too.
 * @param name of the file.
 */
export const guessMapping = (
  beginning: Beginning | SheetStart,
  name: string,
  asked: MappedKind | null,
  fields: Fields,
): E.Either<string, Guess> => {
  const doubts: Doubts = [];
  const start = 'bytes' in beginning ? startOfText(beginning, doubts) : E.right(startOfSheet(beginning, doubts));
  if (E.isLeft(start)) return start;
  const { form, dialect, isSheet } = start.right;
  const named = guessHeader(start.right.rows);
  if (named === undefined) return E.left('The file has no rows.');
  if (named.cells.length > MAX_COLUMNS)
    return E.left(`Line ${named.line} has ${named.cells.length} columns, and a header at most ${MAX_COLUMNS}.`);
  const { names, rows, hasHeader, dialect: ofFrame, expect } = frameOf(start.right.rows, named, doubts);
  const isValue = (text: string): boolean => text !== '' && !/^(?:null|0{8})$/i.test(text);
  const columns = names.map((column, at): GuessedColumn => {
    const cells: ReadonlyArray<Cell> = rows.map(({ line, cells: all }) => ({ line, text: all[at]!.trim() }));
    return { column, cells: cells.filter(({ text }) => isValue(text)) };
  });
  const { meant, kind: ofNames } = meaningsOf(names);
  const kind = asked ?? ofNames ?? 'transactions';
  if (asked === null && hasHeader)
    doubts.push(
      ofNames === null
        ? `No name of a column is known, so that nothing tells the kind. ${kind} are the most frequent; --kind names another.`
        : `The kind ${kind} is a guess from the names of the columns.`,
    );
  const byContents = hasHeader || kind !== 'transactions' ? new Map<string, string>() : guessContents(columns, doubts);

  const chosen = new Map<string, GuessedColumn>();
  const mapped: string[] = [];
  const unknown: string[] = [];
  for (const [at, column] of columns.entries()) {
    const ofContents = byContents.get(column.column);
    const own = fields.namesOf(kind).filter((one) => hasHeader && canonical(one) === canonical(column.column));
    const field = [...(ofContents === undefined ? [] : [ofContents]), ...(hasHeader ? meant[at]! : []), ...own].find(
      (one) => fields.formOf(kind, one) !== null && !chosen.has(one),
    );
    if (field === undefined) {
      const [first] = column.cells;
      const example = first === undefined ? 'no values' : `as ${shownValue(first.text)} on line ${first.line}`;
      unknown.push(`#   - ${quoted(column.column)}   # ${example}`);
      continue;
    }
    chosen.set(field, column);
    const settings = guessSettings(column, field, fields.formOf(kind, field), isSheet, doubts);
    mapped.push(`  ${quoted(column.column)}: {to: ${[field, ...settings].join(', ')}}`);
  }
  const [type, amount] = [chosen.get('type')?.column, chosen.get('amount')];
  if (type !== undefined && amount !== undefined) {
    const currency = guessNumber(amount.column, amount.cells, [])?.currency ?? null;
    const sign = signDoubt(rows, names, { type, amount: amount.column, currency });
    if (sign !== null) doubts.push(sign);
  }
  const accounts = new Map(chosen.get('external_account_number')?.cells.map(({ line, text }) => [line, text]));
  doubtRepeated(chosen.get('transaction_id'), (line) => accounts.get(line) ?? '', doubts);
  doubtMissing(new Set(chosen.keys()), kind, fields, doubts);
  const free = fields.namesOf(kind).filter((field) => !chosen.has(field));
  const text = [
    `# A guess from the first ${rows.length} rows of ${name}. Check it with: carryover map show`,
    ...doubts.map((doubt) => `# DOUBT: ${doubt.replaceAll(/[\r\n]/g, ' ')}`),
    `kind: ${kind}`,
    ...form,
    `dialect: {${[...dialect, ...ofFrame].join(', ')}}`,
    ...expect,
    'columns:',
    ...mapped,
    ...(unknown.length === 0
      ? []
      : ['# These columns are not known. Move each to columns or to ignore:', '# ignore:', ...unknown]),
    ...(unknown.length === 0 ? [] : [`# Fields of ${kind} without a column:`, ...listed(free)]),
    '',
  ].join('\n');
  return E.right({ text, doubts });
};
