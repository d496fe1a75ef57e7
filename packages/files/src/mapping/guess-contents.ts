import { shownValue } from './compile-columns.ts';
import { guessDate } from './guess-dates.ts';
import { areDays } from './guess-digits.ts';
import type { Cell, Doubts } from './guess-values.ts';

/** A column without a name, and its values. */
type Values = { readonly column: string; readonly cells: ReadonlyArray<Cell> };

const AMOUNT = /^[+\-(]?\d[\d.,' ]*[.,]\d{2}\)?[+-]?(?: ?(?:CR?|H|D[BR]?|S))?$/;
/** Without a decimal character, as of a mainframe. */
const MARKED = /^\d{3,}(?:CR?|H|D[BR]?|S)$/;
const CODE = /^[A-Za-z]{1,4}$/;
const IDENTIFIER = /^[\p{L}\d/._-]*\d[\p{L}\d/._-]*$/u;
const MOST_CODES = 8;

const textsOf = ({ cells }: Values): ReadonlySet<string> => new Set(cells.map(({ text }) => text));
const all = ({ cells }: Values, form: RegExp): boolean =>
  cells.length > 0 && cells.every(({ text }) => form.test(text));
const isDay = (values: Values): boolean =>
  guessDate(values.column, values.cells, [], { isNamed: false, isTyped: false }) !== null ||
  areDays(values.cells.map(({ text }) => text));
const isVaried = (values: Values): boolean => values.cells.length < 2 || textsOf(values).size > 1;
const isUnique = (values: Values): boolean => textsOf(values).size === values.cells.length;

/** Returns true if a row has values, and no names of columns. */
export const hasValues = (cells: ReadonlyArray<string>): boolean =>
  cells.some((cell, at) => {
    const values = { column: String(at + 1), cells: [{ line: 1, text: cell.trim() }] };
    return all(values, AMOUNT) || isDay(values);
  });

/** Guesses the fields of transactions of columns without names, by their values. */
export const guessContents = (columns: ReadonlyArray<Values>, doubts: Doubts): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const take = (field: string, values: Values | undefined): void => {
    if (values === undefined) return;
    const [first] = values.cells;
    found.set(values.column, field);
    doubts.push(
      `${values.column}: ${field} is a guess from its values, as ${shownValue(first!.text)} on line ${first!.line}.`,
    );
  };
  const free = (holds: (values: Values) => boolean): ReadonlyArray<Values> =>
    columns.filter((values) => values.cells.length > 0 && !found.has(values.column) && holds(values));
  take('transaction_date', free(isDay)[0]);
  take('amount', free((values) => all(values, AMOUNT) || all(values, MARKED))[0]);
  take('type', free((values) => all(values, CODE) && isVaried(values) && textsOf(values).size <= MOST_CODES)[0]);
  const identifiers = free((values) => all(values, IDENTIFIER) && isVaried(values) && !isDay(values));
  const account =
    identifiers.find((values) => !isUnique(values)) ?? (identifiers.length > 1 ? identifiers[0] : undefined);
  take('external_account_number', account);
  take(
    'transaction_id',
    identifiers.find((values) => values !== account && isUnique(values)),
  );
  take('note', free((values) => isVaried(values) && values.cells.some(({ text }) => /\p{L}{3}/u.test(text)))[0]);
  return found;
};
