import type { GuessedColumn } from './guess-columns.ts';
import { guessDate } from './guess-dates.ts';
import { areDays } from './guess-digits.ts';
import { hasTypes } from './guess-types.ts';
import type { Doubts } from './guess-values.ts';
import { shownValue } from './value-errors.ts';

const AMOUNT = /^[+\-(]?\d[\d.,' ]*[.,]\d{2}\)?[+-]?(?: ?(?:CR?|H|D[BR]?|S))?$/;
/** Without a decimal character, as of a mainframe. */
const MARKED = /^\d{3,}(?:CR?|H|D[BR]?|S)$/;
/** With a sign behind the digits, which some may lack. */
const SIGNED = /^\d{3,}[+-]?$/;
/** Digits alone: an amount only if nothing else is one. */
const PADDED = /^\d{7,}$/;
const CODE = /^[A-Za-z]{1,4}$/;
export const IDENTIFIER = /^[\p{L}\d/._-]*\d[\p{L}\d/._-]*$/u;
const MOST_CODES = 8;

export const textsOf = ({ cells }: GuessedColumn): ReadonlySet<string> => new Set(cells.map(({ text }) => text));
const all = ({ cells }: GuessedColumn, form: RegExp): boolean =>
  cells.length > 0 && cells.every(({ text }) => form.test(text));
export const isDay = (values: GuessedColumn): boolean =>
  guessDate(values.column, values.cells, [], { isNamed: false, isTyped: false }) !== null ||
  areDays(values.cells.map(({ text }) => text));
export const isVaried = (values: GuessedColumn): boolean => values.cells.length < 2 || textsOf(values).size > 1;
export const isUnique = (values: GuessedColumn): boolean => textsOf(values).size === values.cells.length;

const areSigned = (values: GuessedColumn): boolean =>
  all(values, SIGNED) && values.cells.some(({ text }) => /[+-]$/.test(text));
const startsWithZeros = ({ cells }: GuessedColumn): boolean => cells.every(({ text }) => text.startsWith('0'));

/** Returns true if a row has values, and no names of columns. */
export const hasValues = (cells: ReadonlyArray<string>): boolean =>
  cells.some((cell, at) => {
    const values = { column: String(at + 1), cells: [{ line: 1, text: cell.trim() }] };
    return all(values, AMOUNT) || isDay(values);
  });

/** Takes columns without names for fields, one after another. */
export const makeTaking = (columns: ReadonlyArray<GuessedColumn>, doubts: Doubts) => {
  const found = new Map<string, string>();
  const take = (field: string, values: GuessedColumn | undefined): void => {
    if (values === undefined) return;
    const [first] = values.cells;
    found.set(values.column, field);
    doubts.push(
      `${values.column}: ${field} is a guess from its values, as ${shownValue(first!.text)} on line ${first!.line}.`,
    );
  };
  const free = (holds: (values: GuessedColumn) => boolean): ReadonlyArray<GuessedColumn> =>
    columns.filter((values) => values.cells.length > 0 && !found.has(values.column) && holds(values));
  return { found, take, free };
};

/** Guesses the fields of transactions of columns without names, by their values. */
export const guessContents = (columns: ReadonlyArray<GuessedColumn>, doubts: Doubts): ReadonlyMap<string, string> => {
  const { found, take, free } = makeTaking(columns, doubts);
  take('transaction_date', free(isDay)[0]);
  take('amount', free((values) => all(values, AMOUNT) || all(values, MARKED) || areSigned(values))[0]);
  take('type', free((values) => all(values, CODE) && isVaried(values) && textsOf(values).size <= MOST_CODES)[0]);
  const identifiers = free((values) => all(values, IDENTIFIER) && isVaried(values) && !isDay(values));
  const account =
    identifiers.find((values) => !isUnique(values)) ?? (identifiers.length > 1 ? identifiers[0] : undefined);
  take('external_account_number', account);
  take(
    'transaction_id',
    identifiers.find((values) => values !== account && isUnique(values)),
  );
  const isTaken = [...found.values()].includes('amount');
  if (!isTaken) take('amount', free((values) => all(values, PADDED) && isVaried(values) && startsWithZeros(values))[0]);
  take('note', free((values) => isVaried(values) && values.cells.some(({ text }) => /\p{L}{3}/u.test(text)))[0]);
  return found;
};

/**
 * Guesses the fields of transactions that no name of a column means, by the values of the other columns: only those that a
 * transaction must have, and only if the values tell them from others.
 *
 * @param columns those whose names mean nothing known.
 */
export const guessLacking = (
  columns: ReadonlyArray<GuessedColumn>,
  isLacking: (field: string) => boolean,
  doubts: Doubts,
): ReadonlyMap<string, string> => {
  const { found, take, free } = makeTaking(columns, doubts);
  const days = free(isDay);
  if (isLacking('transaction_date') && days.length === 1) take('transaction_date', days[0]);
  const amounts = free((values) => all(values, AMOUNT));
  if (isLacking('amount') && amounts.length === 1) take('amount', amounts[0]);
  if (isLacking('type')) take('type', free((values) => hasTypes([...textsOf(values)]))[0]);
  const isIdentifier = (values: GuessedColumn): boolean =>
    all(values, IDENTIFIER) && isVaried(values) && isUnique(values) && !isDay(values);
  if (isLacking('transaction_id')) take('transaction_id', free(isIdentifier)[0]);
  return found;
};
