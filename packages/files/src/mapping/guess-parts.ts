import type { GuessedColumn } from './guess-columns.ts';
import { clockPattern } from './guess-dates.ts';
import { type CellsOfLine, type Doubts, quoted } from './guess-values.ts';
import { CURRENCY_CODE, isClockName, mayBePartOfAccount, meaningWithoutField } from './guess-words.ts';
import { shownValue } from './value-errors.ts';

const LONGEST_PART = 4;

/** Returns true if the same account has several values of a column: alone, it is not the number of an account. */
const isProvenPart = (part: GuessedColumn, account: GuessedColumn): boolean => {
  const parts = new Map(part.cells.map(({ line, text }) => [line, text]));
  const values = new Set(parts.values());
  const areYears = [...values].every((value) => /^(?:19|20)\d\d$/.test(value));
  if (areYears || values.size > part.cells.length / 2 || ![...values].every((value) => /^\d{2,}$/.test(value)))
    return false;
  const byAccount = Map.groupBy(account.cells, ({ text }) => text);
  return [...byAccount.values()].some((cells) => new Set(cells.map(({ line }) => parts.get(line))).size > 1);
};

/**
 * Returns the column beside that of the accounts that is a part of their numbers: by its name, or since the same account has
 * several of its values. Null if there is none.
 */
export const partOfAccount = (
  account: GuessedColumn,
  columns: ReadonlyArray<GuessedColumn>,
  isFree: (column: GuessedColumn) => boolean,
): GuessedColumn | null => {
  const at = columns.indexOf(account);
  const beside = [columns[at - 1], columns[at + 1]].filter((one) => one !== undefined).filter(isFree);
  const isCode = ({ cells }: GuessedColumn): boolean =>
    cells.length === account.cells.length &&
    cells.length > 0 &&
    cells.every(({ text }) => /^[\dA-Z]+$/.test(text) && text.length === cells[0]!.text.length) &&
    cells[0]!.text.length <= LONGEST_PART &&
    cells.some(({ text }) => text !== cells[0]!.text);
  return beside.find((one) => isCode(one) && (mayBePartOfAccount(one.column) || isProvenPart(one, account))) ?? null;
};

/** Returns the column with the times of the days of another one, and their form; null if there is none. */
export const clockBeside = (
  columns: ReadonlyArray<GuessedColumn>,
  isFree: (column: GuessedColumn) => boolean,
): { readonly column: GuessedColumn; readonly pattern: string } | null => {
  const clocks = columns.filter(isFree).flatMap((column) => {
    const pattern = clockPattern(column.cells.map(({ text }) => text));
    return pattern === null ? [] : [{ column, pattern }];
  });
  return clocks.find(({ column }) => isClockName(column.column)) ?? clocks[0] ?? null;
};

const CANCELLED =
  /^(?:void(?:ed)?|cancel(?:l?ed)?|reversed|deleted|storno|storniert|gel(?:ö|oe)scht|annul\p{L}*|anul\p{L}*|anulad[ao]|geannuleerd|vervallen)$/iu;

/** Says which rows may not be meant, and which amounts are of another currency. */
export const doubtValues = ({ column, cells }: GuessedColumn, doubts: Doubts): void => {
  const cancelled = [...Map.groupBy(cells, ({ text }) => text)].filter(([text]) => CANCELLED.test(text));
  for (const [text, own] of cancelled)
    doubts.push(
      `${column}: ${quoted(text)} is on ${own.length} of ${cells.length} lines, the first line ${own[0]!.line}. If these rows are not to be loaded, add rows: [{when: {${quoted(column)}: ${quoted(text)}}, skip: ${quoted(text.toLowerCase())}}].`,
    );
  const currencies = new Set(cells.map(({ text }) => text));
  if (currencies.size > 1 && [...currencies].every((text) => CURRENCY_CODE.test(text)))
    doubts.push(
      `${column} has several currencies: ${[...currencies].join(', ')}. Amounts have none: leave rows of others out (rows, skip), or load them on their own.`,
    );
};

/** Returns the comment on a column that has no field. */
export const unknownColumn = ({ column, cells }: GuessedColumn): string => {
  const [first] = cells;
  const isCurrency = cells.length > 0 && cells.every(({ text }) => CURRENCY_CODE.test(text));
  const meaning = isCurrency ? 'a currency' : meaningWithoutField(column);
  const example = first === undefined ? 'no values' : `as ${shownValue(first.text)} on line ${first.line}`;
  return `#   - ${quoted(column)}   # ${meaning === null ? '' : `${meaning}, which has no field: `}${example}`;
};

const MISSING = /^(?:null|\(null\)|\\N|n\/a|#n\/a|0{8}|0000-00-00|00[./]00[./]0000|-)$/i;

/** Returns the texts of a column that mean that there is no value. */
export const missingIn = (cells: ReadonlyArray<{ readonly text: string }>): ReadonlySet<string> => {
  const found = new Set(cells.map(({ text }) => text).filter((text) => MISSING.test(text)));
  // A column of signs has values.
  return cells.every(({ text }) => text === '' || text === '+' || MISSING.test(text)) ? new Set() : found;
};

/** Returns true if rows have texts of several words, and nothing that may be an amount. */
export const areTexts = (rows: ReadonlyArray<CellsOfLine>): boolean => {
  const has = (form: RegExp): boolean => rows.some(({ cells }) => cells.some((cell) => form.test(cell.trim())));
  return has(/\p{L}{2,}\s+\p{L}{2,}\s+\p{L}{2,}/u) && !has(/^[-+(]?\D{0,3}\d[\d.,' ]*[.,]\d{1,2}\D{0,3}$/);
};
