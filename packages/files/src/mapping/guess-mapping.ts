import type { MappedKind } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { type Fields, shownValue } from './compile-columns.ts';
import { guessHeader, type SheetStart, startOfSheet, startOfText } from './guess-start.ts';
import { type Cell, type Doubts, guessDate, guessNumber, oddDate, quoted, signDoubt } from './guess-values.ts';
import { canonical, KINDS_BY_FIELD, WORDS } from './guess-words.ts';

/** The fields whose digits all count. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['external_account_number', 'transaction_id', 'statement_id']);

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

/**
 * Guesses a mapping from the beginning of a file. What is not certain is a doubt, also as a comment in the text; columns
 * that mean nothing known are neither mapped nor left out, so that the mapping is not usable before somebody decides.
 *
 * @param kind null: it is guessed, too.
 * @param name of the file.
 */
export const guessMapping = (
  beginning: Buffer | SheetStart,
  name: string,
  kind: MappedKind | null,
  fields: Fields,
): E.Either<string, Guess> => {
  const doubts: Doubts = [];
  const start = Buffer.isBuffer(beginning) ? startOfText(beginning, doubts) : E.right(startOfSheet(beginning, doubts));
  if (E.isLeft(start)) return start;
  const { form, dialect, isSheet } = start.right;
  const named = guessHeader(start.right.rows);
  if (named === undefined) return E.left('The file has no rows.');
  const rows = start.right.rows.filter(({ line }) => line >= named.line);
  const header = named.cells.map((cell) => cell.trim());
  if (header.length > MAX_COLUMNS)
    return E.left(`Line ${named.line} has ${header.length} columns, and a header at most ${MAX_COLUMNS}.`);
  if (named.line > 1) doubts.push(`The columns are named on line ${named.line}; the lines before it are not read.`);
  const others = rows.filter(({ cells }) => cells.length !== header.length);
  if (others.length > 0)
    doubts.push(
      `Lines without the ${header.length} columns of the header: ${others.length} of ${rows.length}, the first on line ${others[0]!.line}. The quote may be another one, or the line is a trailer (expect.trailer).`,
    );
  const cellsOf = (at: number): ReadonlyArray<Cell> =>
    rows.slice(1).flatMap(({ line, cells }) => {
      const text = cells[at] ?? '';
      return cells.length !== header.length || text.trim() === '' || /^(?:null|0{8})$/i.test(text.trim())
        ? []
        : [{ line, text: text.trim() }];
    });
  const meant = header.map((one) =>
    WORDS.filter(([field, words]) => words.test(canonical(one)) || canonical(field) === canonical(one)).map(
      ([field]) => field,
    ),
  );
  const score = (own: ReadonlyArray<string>): number =>
    meant.filter((all) => all.some((field) => own.includes(field))).length;
  const [best] = KINDS_BY_FIELD.toSorted(([, one], [, other]) => score(other) - score(one));
  const isKnown = score(best![1]) > 0;
  const found = kind ?? (isKnown ? best![0] : 'transactions');
  if (kind === null)
    doubts.push(
      isKnown
        ? `The kind ${found} is a guess from the names of the columns.`
        : `No name of a column is known, so that nothing tells the kind. ${found} are the most frequent; --kind names another.`,
    );

  const taken = new Set<string>();
  const chosen = new Map<number, string>();
  const columns: string[] = [];
  const unknown: string[] = [];
  for (const [at, column] of header.entries()) {
    const field = [...meant[at]!, ...fields.namesOf(found).filter((one) => canonical(one) === canonical(column))].find(
      (one) => fields.formOf(found, one) !== null && !taken.has(one),
    );
    const cells = cellsOf(at);
    if (field === undefined) {
      const example = cells[0] === undefined ? 'no values' : `as ${shownValue(cells[0].text)} on line ${cells[0].line}`;
      unknown.push(`#   - ${quoted(column)}   # ${example}`);
      continue;
    }
    taken.add(field);
    chosen.set(at, field);
    const form = fields.formOf(found, field);
    const settings: string[] = [];
    if (form === 'date' || form === 'datetime') {
      const pattern = guessDate(column, cells, doubts);
      const isTold = doubts.some(
        (doubt) => doubt.startsWith(`${column}: day`) || doubt.startsWith(`${column} has days`),
      );
      if (pattern === null && !isTold) doubts.push(`${column}: the form of the dates is not known${oddDate(cells)}.`);
      if (pattern !== null) {
        settings.push(`dateFormat: ${quoted(pattern)}`);
      }
      if (form === 'datetime') settings.push('timeZone: UTC');
      if (form === 'datetime')
        doubts.push(`${column}: the time zone of local times is not in the file. UTC is a guess.`);
    }
    if (form === 'decimal') {
      const number = guessNumber(column, cells, doubts);
      if (number === null) doubts.push(`${column}: some values are no numbers that are known.`);
      else {
        if (number.decimalChar !== null) settings.push(`decimalChar: ${quoted(number.decimalChar)}`);
        if (number.groupChar !== '') settings.push(`groupChar: ${quoted(number.groupChar)}`);
        if (number.negative !== null) settings.push(`negative: ${number.negative}`);
      }
    }
    if (isSheet && IDENTIFIERS.has(field) && cells.length > 0 && cells.every(({ text }) => /^[1-9]\d*$/.test(text)))
      doubts.push(`${column}: a workbook keeps no leading zeros of numbers. If they belong to it, add pad.`);
    const values = [...new Set(cells.map(({ text }) => text))];
    if (field === 'type' && values.length <= 20 && values.some((value) => !/^[A-Z_]{4,}$/.test(value))) {
      settings.push(`values: {${values.map((value) => `${quoted(value)}: ${quoted(value)}`).join(', ')}}`);
      doubts.push(`${column}: replace what its values mean: CHARGE, CREDIT, PAYMENT, REPAYMENT or SUPPLY_CHARGE.`);
    }
    columns.push(`  ${quoted(column)}: {to: ${[field, ...settings].join(', ')}}`);
  }
  const columnOf = (wanted: string): string | undefined => header.find((_, at) => chosen.get(at) === wanted);
  const [type, amount] = [columnOf('type'), columnOf('amount')];
  const sign = type === undefined || amount === undefined ? null : signDoubt(rows.slice(1), header, { type, amount });
  if (sign !== null) doubts.push(sign);
  for (const required of [
    'external_account_number',
    'transaction_id',
    'transaction_date',
    'amount',
    'type',
    'statement_id',
    'body',
  ])
    if (fields.formOf(found, required) !== null && !taken.has(required))
      doubts.push(`No column is known to be ${required}.`);
  if (!taken.has('import_supplier') && fields.formOf(found, 'import_supplier') !== null)
    doubts.push('No column has the import supplier. Add it under constants, or give --supplier.');
  const free = fields.namesOf(found).filter((field) => !taken.has(field));
  const text = [
    `# A guess from the first ${rows.length - 1} rows of ${name}. Check it with: carryover map show`,
    ...doubts.map((doubt) => `# DOUBT: ${doubt.replaceAll(/[\r\n]/g, ' ')}`),
    `kind: ${found}`,
    ...form,
    `dialect: {${[...dialect, ...(named.line > 1 ? [`headerRows: [${named.line}]`] : [])].join(', ')}}`,
    'columns:',
    ...columns,
    ...(unknown.length === 0
      ? []
      : ['# These columns are not known. Move each to columns or to ignore:', '# ignore:', ...unknown]),
    ...(unknown.length === 0 ? [] : [`# Fields of ${found} without a column:`, ...listed(free)]),
    '',
  ].join('\n');
  return E.right({ text, doubts });
};
