import { flagMeant } from './guess-account-words.ts';
import type { Choice } from './guess-choice.ts';
import type { GuessedColumn } from './guess-columns.ts';
import { IDENTIFIER, isDay, isUnique, isVaried, makeTaking, textsOf } from './guess-contents.ts';
import { type Doubts, quoted } from './guess-values.ts';
import { shownValue } from './value-errors.ts';

const MOST_CODES = 8;
const CODE = /^\p{L}{1,20}$/u;

const areFlags = (column: GuessedColumn): boolean => {
  const meant = new Set([...textsOf(column)].map(flagMeant));
  return meant.size === 2 && !meant.has(null);
};

/** Guesses the fields of accounts of columns without names, by their values: a row is a ledger. */
export const guessAccountContents = (
  columns: ReadonlyArray<GuessedColumn>,
  doubts: Doubts,
): ReadonlyMap<string, string> => {
  const { found, take, free } = makeTaking(columns, doubts);
  take('open_from', free(isDay)[0]);
  const isIdentifier = (values: GuessedColumn): boolean =>
    values.cells.every(({ text }) => IDENTIFIER.test(text) && text.length > 3) && !isDay(values);
  const identifiers = free((values) => isIdentifier(values) && isVaried(values));
  const [account, ledger] = identifiers;
  // The number of an account comes first, and is repeated if any of both is.
  const isLedgerFirst = account !== undefined && ledger !== undefined && isUnique(account) && !isUnique(ledger);
  take('external_account_number', isLedgerFirst ? ledger : account);
  take('ledger_number', isLedgerFirst ? account : ledger);
  take('main', free(areFlags)[0]);
  take(
    'ledger_code',
    free(
      (values) =>
        values.cells.every(({ text }) => CODE.test(text)) && isVaried(values) && textsOf(values).size <= MOST_CODES,
    )[0],
  );
  return found;
};

/** Says that rows of an account are apart, which are then not imported. */
const doubtApart = (accounts: GuessedColumn, doubts: Doubts): void => {
  const last = new Map<string, number>();
  for (const [at, { line, text }] of accounts.cells.entries()) {
    const before = last.get(text);
    if (before !== undefined && before !== at - 1) {
      doubts.push(
        `${accounts.column}: ${shownValue(text)} is on line ${accounts.cells[before]!.line} and again on line ${line}, with others between. The rows of an account must follow each other: sort the file by this column.`,
      );
      return;
    }
    last.set(text, at);
  }
};

/** Says what the columns of accounts do not tell. */
export const doubtAccounts = (columnOf: Choice['columnOf'], doubts: Doubts): void => {
  const [account, code, from] = ['external_account_number', 'ledger_code', 'open_from'].map(columnOf);
  if (account !== undefined) doubtApart(account, doubts);
  if (from !== undefined)
    doubts.push(
      `${from.column}: that it has the first days that are not billed yet (open_from) is a guess. The day on which a contract began is another one: ignore it.`,
    );
  const codes = code === undefined ? [] : [...textsOf(code)].slice(0, MOST_CODES);
  if (codes.length > 0)
    doubts.push(
      `${code!.column}: codes of ledgers are stored as they are (${codes.map(quoted).join(', ')}). If the platform has others, say in values what they mean.`,
    );
};

const STATUS = /^(?:STAGED|IMPORTED)$/;

/** Returns true for a column with the states of accounts that the platform has. */
export const areStatuses = ({ cells }: GuessedColumn): boolean =>
  cells.length > 0 && cells.every(({ text }) => STATUS.test(text));
