import { isPart } from '@carryover/contract/kinds';
import type { MappedKind } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import type { Fields } from './fields.ts';
import { areStatuses, doubtAccounts, guessAccountContents } from './guess-accounts.ts';
import { doubtMarks, marksOf, settleSides, sidesOf } from './guess-amounts.ts';
import { makeChoice } from './guess-choice.ts';
import { doubtMissing, doubtRepeated, type GuessedColumn, guessSettings } from './guess-columns.ts';
import { guessContents, guessLacking } from './guess-contents.ts';
import { frameOf } from './guess-frame.ts';
import { guessNumber, type NumberForm } from './guess-numbers.ts';
import { areTexts, clockBeside, doubtValues, missingIn, partOfAccount, unknownColumn } from './guess-parts.ts';
import { type Beginning, guessHeader, type SheetStart, startOfSheet, startOfText } from './guess-start.ts';
import { preferLongest, takeBody } from './guess-texts.ts';
import { expectLine, figuresIn } from './guess-trailer-figures.ts';
import { type Cell, type Doubts, quoted, signDoubts } from './guess-values.ts';
import { canonical, fieldsMeant, isPositionName, KINDS_BY_FIELD, meaningWithoutField } from './guess-words.ts';

/** A line with more is no header that a person would map. */
const MAX_COLUMNS = 1_000;

/** The number of a statement is its id as well, if a file has no other. */
const NUMBER_OF_STATEMENT = ['statement_id', 'number'];

/** What guesses the fields of columns without names. */
const CONTENTS: Readonly<Partial<Record<MappedKind, typeof guessContents>>> = {
  transactions: guessContents,
  accounts: guessAccountContents,
};

/** Returns names as comments of a hundred characters. */
const listed = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .join(', ')
    .match(/.{1,100}(?:, |$)/g)
    ?.map((line) => `#   ${line.trim()}`) ?? [];

/** A guess: the text of a mapping. */
export type Guess = { readonly text: string; readonly doubts: ReadonlyArray<string> };

/** Returns the fields that the names of columns may mean, and the kind that has most of them; null if none has one. */
const meaningsOf = (names: ReadonlyArray<string>) => {
  const meant = names.map(fieldsMeant);
  const score = (own: ReadonlyArray<string>): number =>
    meant.filter((fields) => fields.some((field) => own.includes(field))).length;
  const [best] = KINDS_BY_FIELD.toSorted(([, one], [, other]) => score(other) - score(one));
  return { meant, kind: score(best![1]) > 0 ? best![0] : null };
};

const kindDoubt = (kind: MappedKind, ofNames: MappedKind | null): string => {
  if (kind === 'notes' && ofNames !== 'notes')
    return 'The kind notes is a guess, as rows have texts and nothing that looks like an amount.';
  return ofNames === null
    ? `No name of a column is known, so that nothing tells the kind. ${kind} are the most frequent; --kind names another.`
    : `The kind ${kind} is a guess from the names of the columns.`;
};

/** Fields that several columns may mean: amounts net and gross, days of booking and value, customer and account. */
const RIVALS: ReadonlySet<string> = new Set([
  'external_account_number',
  'amount',
  'gross_amount',
  'net_amount',
  'transaction_date',
  'issued_date',
]);

const doubtOfRival = (column: string, field: string, chosen: ReadonlyArray<GuessedColumn>): string =>
  `${column}: its name means ${field} as well. That it is ${chosen.map((one) => one.column).join(' and ')} is a guess.`;

/** Returns false for a column without a digit whose field is a number or a date, and for states that the platform has not. */
const mayHave = (field: string, form: ReturnType<Fields['formOf']>, column: GuessedColumn): boolean => {
  if (field === 'status') return areStatuses(column);
  const isNumeric = ['decimal', 'date', 'datetime'].includes(form ?? '');
  return column.cells.length === 0 || !isNumeric || column.cells.some(({ text }) => /\d/.test(text));
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
  const { form, dialect, widths, isSheet } = start.right;
  const named = guessHeader(start.right.rows);
  if (named === undefined) return E.left('The file has no rows.');
  if (named.cells.length > MAX_COLUMNS)
    return E.left(`Line ${named.line} has ${named.cells.length} columns, and a header at most ${MAX_COLUMNS}.`);
  const frame = frameOf(start.right.rows, named, widths !== null, doubts);
  const { names, rows, hasHeader, trailer } = frame;
  const missing = new Set<string>();
  const columns = names.map((column, at): GuessedColumn => {
    const cells: ReadonlyArray<Cell> = rows.map(({ line, cells: all }) => ({ line, text: all[at]!.trim() }));
    const none = missingIn(cells);
    for (const text of none) missing.add(text);
    return { column, cells: cells.filter(({ text }) => text !== '' && !none.has(text)) };
  });
  const { meant, kind: ofNames } = meaningsOf(names);
  const hasAmount = sidesOf(columns) !== null || meant.some((own) => own.includes('amount'));
  const isOpen = asked === null && hasHeader && (ofNames ?? 'transactions') === 'transactions' && !hasAmount;
  const isOfNotes = isOpen && areTexts(rows);
  const kind = asked ?? (isOfNotes ? 'notes' : (ofNames ?? 'transactions'));
  if (asked === null && hasHeader) doubts.push(kindDoubt(kind, ofNames));
  const ofContents = CONTENTS[kind];
  const byContents = hasHeader || ofContents === undefined ? new Map<string, string>() : ofContents(columns, doubts);
  const formOf = (field: string) => fields.formOf(kind, field);

  const sides = hasHeader && formOf('amount') !== null ? sidesOf(columns) : null;
  const isSide = (column: GuessedColumn): boolean => column === sides?.debit || column === sides?.credit;
  const marks = hasHeader ? marksOf(columns, (column) => meant[columns.indexOf(column)]!.includes('type')) : null;
  const choice = makeChoice();
  const { columnOf, fieldOf, choose } = choice;
  const isLacking = (field: string): boolean => columnOf(field) === undefined;
  const isWithoutField = (column: GuessedColumn): boolean => fieldOf(column) === undefined && !isSide(column);
  if (sides !== null) choose('amount', { column: '', cells: [...sides.debit.cells, ...sides.credit.cells] });
  for (const [at, column] of columns.entries()) {
    if (isSide(column) || column === marks || (isPart(kind) && isPositionName(column.column))) continue;
    const ofValues = byContents.get(column.column);
    const own = fields.namesOf(kind).filter((one) => hasHeader && canonical(one) === canonical(column.column));
    const field = [...(ofValues === undefined ? [] : [ofValues]), ...(hasHeader ? meant[at]! : []), ...own].find(
      (one) => formOf(one) !== null && isLacking(one) && mayHave(one, formOf(one), column),
    );
    if (field !== undefined) choose(field, column);
  }
  preferLongest(columns, meant, choice);
  if (kind === 'transactions' && hasHeader) {
    const unknown = columns.filter(
      (column) => isWithoutField(column) && column !== marks && meaningWithoutField(column.column) === null,
    );
    const ofValues = guessLacking(unknown, isLacking, doubts);
    for (const column of unknown) {
      const field = ofValues.get(column.column);
      if (field !== undefined) choose(field, column);
    }
  }
  if (kind === 'notes' && isLacking('body')) takeBody(columns, choice, doubts);
  const isNumberOnly = kind === 'statements' && NUMBER_OF_STATEMENT.some(isLacking);
  const account = columnOf('external_account_number');
  const part = account === undefined || !hasHeader ? null : partOfAccount(account, columns, isWithoutField);
  const created = columnOf('created_at');
  const clock =
    created === undefined || created.cells.some(({ text }) => /\d:\d{2}/.test(text))
      ? null
      : clockBeside(columns, (column) => isWithoutField(column) && column !== part);

  /** A title beside the table makes a sheet wider than its header, which ends with its last name. */
  const isBeyondHeader = (column: GuessedColumn): boolean =>
    isSheet && column.cells.length === 0 && names.slice(columns.indexOf(column)).every((one) => one === '');

  const mapped: string[] = [];
  const later: string[] = [];
  const unknown: string[] = [];
  const amounts: (readonly [GuessedColumn, NumberForm])[] = [];
  const lineOf = (column: GuessedColumn, field: string, settings: ReadonlyArray<string>): string => {
    const to = NUMBER_OF_STATEMENT.includes(field) && isNumberOnly ? `[${NUMBER_OF_STATEMENT.join(', ')}]` : field;
    return `  ${quoted(column.column)}: {to: ${[to, ...settings].join(', ')}}`;
  };
  for (const column of columns) {
    const field = fieldOf(column) ?? (isSide(column) ? 'amount' : undefined);
    if (field !== undefined) {
      const looked = isSide(column) ? { column: column.column, cells: columnOf('amount')!.cells } : column;
      // Both sides are written alike: what is not certain is said once.
      const own = column === sides?.credit ? [] : doubts;
      const settings = guessSettings(looked, field, formOf(field), isSheet, own);
      const isSecond = column === account && part !== null && columns.indexOf(part) < columns.indexOf(column);
      mapped.push(lineOf(column, field, isSecond ? [...settings, 'separator: ""'] : settings));
      const number = formOf(field) === 'decimal' ? guessNumber(column.column, looked.cells, []) : null;
      if (number !== null) amounts.push([column, number]);
    } else if (column === part) {
      const isSecond = columns.indexOf(part) > columns.indexOf(account!);
      mapped.push(lineOf(part, 'external_account_number', isSecond ? ['separator: ""'] : []));
      doubts.push(
        `${part.column} and ${account!.column}: that both together are the number of an account is a guess, and that nothing is between them.`,
      );
    } else if (column === clock?.column) {
      later.push(lineOf(column, 'created_at', ['separator: " "', `dateFormat: ${quoted(clock.pattern)}`]));
      doubts.push(`${column.column}: that it has the times of ${created!.column} is a guess.`);
    } else if (!isBeyondHeader(column)) {
      const rival = (hasHeader ? meant[columns.indexOf(column)]! : []).find(
        (one) => RIVALS.has(one) && columnOf(one) !== undefined && mayHave(one, formOf(one), column),
      );
      if (rival !== undefined) {
        const chosen = rival === 'amount' && sides !== null ? [sides.debit, sides.credit] : [columnOf(rival)!];
        doubts.push(doubtOfRival(column.column, rival, chosen));
      }
      doubtValues(column, doubts);
      unknown.push(unknownColumn(column));
    }
  }
  if (missing.size > 0)
    doubts.push(`${[...missing].map(quoted).join(', ')} is taken for no value (missingValues), which is a guess.`);
  const [type, amount] = [columnOf('type'), columnOf('amount')];
  const ofSides = sides === null ? [] : settleSides(sides, type, missing, doubts);
  if (amount !== undefined && sides === null && formOf('type') !== null) {
    const currency = guessNumber(amount.column, amount.cells, [])?.currency ?? null;
    doubts.push(...signDoubts(rows, names, { type: type?.column ?? null, amount: amount.column, currency }));
    if (type !== undefined && marks !== null) doubtMarks(marks, type, amount.column, doubts);
  }
  const accounts = new Map(account?.cells.map(({ line, text }) => [line, text]));
  if (!isPart(kind)) doubtRepeated(columnOf('transaction_id'), (line) => accounts.get(line) ?? '', doubts);
  const isNumbered = !NUMBER_OF_STATEMENT.every(isLacking);
  const taken = new Set([
    ...choice.fields(),
    ...(ofSides.length > 0 ? ['type'] : []),
    ...(isNumbered && isNumberOnly ? NUMBER_OF_STATEMENT : []),
  ]);
  doubtMissing(taken, kind, fields, doubts);
  const isNew = kind === 'accounts' && isLacking('status');
  if (kind === 'accounts') doubtAccounts(columnOf, doubts);
  if (isNew) doubts.push('All accounts get the status IMPORTED, which is a guess.');
  const free = fields.namesOf(kind).filter((field) => !taken.has(field) && !(isNew && field === 'status'));
  const text = [
    `# A guess from the first ${rows.length} rows of ${name}. Check it with: carryover map show`,
    ...doubts.map((doubt) => `# DOUBT: ${doubt.replaceAll(/[\r\n]/g, ' ')}`),
    `kind: ${kind}`,
    ...form,
    `dialect: {${[...dialect, ...frame.dialect].join(', ')}}`,
    ...(missing.size === 0 ? [] : [`missingValues: [${['', ...missing].map(quoted).join(', ')}]`]),
    ...(trailer === null ? [] : [expectLine(trailer, figuresIn(trailer, { rows, names, amounts }, widths))]),
    ...(isNew ? ['constants: {status: IMPORTED}'] : []),
    'columns:',
    ...mapped,
    ...later,
    ...ofSides,
    ...(unknown.length === 0
      ? []
      : ['# These columns are not known. Move each to columns or to ignore:', '# ignore:', ...unknown]),
    ...(unknown.length === 0 ? [] : [`# Fields of ${kind} without a column:`, ...listed(free)]),
    '',
  ].join('\n');
  return E.right({ text, doubts });
};
