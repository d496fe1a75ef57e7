import type { MappedKind } from '@carryover/contract/mapping/mapping';
import type { Fields } from './fields.ts';
import { flagMeant } from './guess-account-words.ts';
import { guessDate, oddDate } from './guess-dates.ts';
import { guessNumber, oddNumber } from './guess-numbers.ts';
import { typesMeant } from './guess-types.ts';
import { type Cell, type Doubts, quoted } from './guess-values.ts';
import { meansHundredths } from './guess-words.ts';
import { shownValue } from './value-errors.ts';

/** The fields whose digits all count. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['external_account_number', 'transaction_id', 'statement_id']);

/** Types that are chosen by a person, as their columns have them. */
const MOST_TYPES = 20;

const TYPES = /^(?:CHARGE|CREDIT|PAYMENT|REPAYMENT|SUPPLY_CHARGE)$/;

/** A column and its values. */
export type GuessedColumn = { readonly column: string; readonly cells: ReadonlyArray<Cell> };

const dateSettings = (
  { column, cells }: GuessedColumn,
  isTime: boolean,
  isTyped: boolean,
  doubts: Doubts,
): ReadonlyArray<string> => {
  const date = guessDate(column, cells, doubts, { isNamed: true, isTyped });
  const isTold = doubts.some((doubt) => doubt.startsWith(`${column}: day`) || doubt.startsWith(`${column} has days`));
  if (date === null && !isTold)
    doubts.push(
      `${column}: the form of the dates is not known${oddDate(cells)}. Add dateFormat, and the texts that mean that there is no date as missingValues.`,
    );
  const isLocal = isTime && date?.hasOffset !== true;
  if (isLocal) doubts.push(`${column}: the time zone of local times is not in the file. UTC is a guess.`);
  const dropsTime = !isTime && date?.hasTimes === true;
  if (dropsTime)
    doubts.push(`${column}: the times are left out, as the field is a day. That the days are those meant is a guess.`);
  return [...dateForm(date), ...(dropsTime ? ['dropTime: true'] : []), ...(isLocal ? ['timeZone: UTC'] : [])];
};

/** Returns the settings of a form of dates. */
const dateForm = (date: ReturnType<typeof guessDate>): ReadonlyArray<string> => {
  if (date === null) return [];
  const { pattern, pivotYear, monthNames } = date;
  return [
    `dateFormat: ${quoted(pattern)}`,
    ...(pivotYear === null ? [] : [`pivotYear: ${pivotYear}`]),
    ...(monthNames === null ? [] : [`monthNames: [${monthNames.map(quoted).join(', ')}]`]),
  ];
};

/** The fields of money: their last digits are often decimals without a mark. */
const MONEY: ReadonlySet<string> = new Set(['amount', 'gross_amount', 'net_amount']);

/** So many numbers of three digits and more, as money with decimals has, are hardly all whole. */
const LEAST_WHOLE = 5;

/** Returns one of whole numbers that may have decimals: it has leading zeros, or none of many is short. */
const wholeExample = (cells: ReadonlyArray<Cell>, isMoney: boolean): Cell | undefined => {
  const padded = cells.find(({ text }) => /^\D?0\d{3}/.test(text));
  const amounts = cells.filter(({ text }) => /[1-9]/.test(text));
  const areLong = amounts.length >= LEAST_WHOLE && amounts.every(({ text }) => /\d{3}/.test(text));
  return padded ?? (isMoney && areLong ? amounts[0] : undefined);
};

/** Returns the setting of the marks of negative numbers. */
const marks = (negative: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (negative.length > 1) return [`negative: [${negative.join(', ')}]`];
  return negative[0] === 'leading' ? [] : [`negative: ${negative[0]}`];
};

const numberSettings = ({ column, cells }: GuessedColumn, isMoney: boolean, doubts: Doubts): ReadonlyArray<string> => {
  const number = guessNumber(column, cells, doubts);
  if (number === null) {
    const odd = oddNumber(cells);
    doubts.push(
      odd === undefined
        ? `${column}: no line has a value, so that the form of the numbers is not known.`
        : `${column}: ${shownValue(odd.text)} on line ${odd.line} is not read as a number. If it means that there is none, add it to missingValues; if it is a currency, add currency; else correct it, or map another column.`,
    );
    return [];
  }
  const { decimalChar, groupChar, negative, currency } = number;
  const marked = cells.find(({ text }) => /[.,]/.test(text));
  const namesHundredths = meansHundredths(column);
  const isImplied = marked === undefined && namesHundredths;
  const whole = marked === undefined && !isImplied ? wholeExample(cells, isMoney) : undefined;
  if (isImplied) doubts.push(`${column}: that the last two digits are decimals is a guess from the name.`);
  if (marked !== undefined && namesHundredths)
    doubts.push(
      `${column}: the name says that its numbers are hundredths, and ${shownValue(marked.text)} on line ${marked.line} is read as it is written. If the name is right, all are a hundred times as much.`,
    );
  if (whole !== undefined)
    doubts.push(
      `${column}: no number has decimals, as ${shownValue(whole.text)} on line ${whole.line}. If the last two digits are decimals, add impliedDecimals: 2.`,
    );
  return [
    ...(isImplied ? ['impliedDecimals: 2'] : []),
    ...(decimalChar === null || isImplied ? [] : [`decimalChar: ${quoted(decimalChar)}`]),
    ...(groupChar === '' ? [] : [`groupChar: ${quoted(groupChar)}`]),
    ...marks(negative),
    ...(currency === null ? [] : [`currency: ${quoted(currency)}`]),
  ];
};

const typeSettings = ({ column, cells }: GuessedColumn, doubts: Doubts): ReadonlyArray<string> => {
  const values = [...new Set(cells.map(({ text }) => text))];
  if (values.length > MOST_TYPES || values.every((value) => TYPES.test(value))) return [];
  const meant = typesMeant(values);
  const known = meant.filter(([value, type]) => value !== type);
  if (known.length > 0)
    doubts.push(`${column}: ${known.map(([value, type]) => `${type} for ${quoted(value)}`).join(', ')} is a guess.`);
  if (known.length < values.length)
    doubts.push(`${column}: replace what its values mean: CHARGE, CREDIT, PAYMENT, REPAYMENT or SUPPLY_CHARGE.`);
  return [`values: {${meant.map((pair) => pair.map(quoted).join(': ')).join(', ')}}`];
};

const flagSettings = ({ column, cells }: GuessedColumn, doubts: Doubts): ReadonlyArray<string> => {
  const values = [...new Set(cells.map(({ text }) => text))];
  if (values.length === 0 || values.length > MOST_TYPES || values.every((value) => /^(?:true|false)$/.test(value)))
    return [];
  const meant = values.map((value) => [value, flagMeant(value)] as const);
  const unknown = meant.filter(([, flag]) => flag === null);
  if (unknown.length > 0)
    doubts.push(
      `${column}: replace what its values mean (${unknown.map(([value]) => quoted(value)).join(', ')}): true or false.`,
    );
  return [`values: {${meant.map(([value, flag]) => `${quoted(value)}: ${quoted(String(flag ?? value))}`).join(', ')}}`];
};

/** Returns the settings of a column with a field, as YAML has them. @param isTyped the cells have types, as in a workbook. */
export const guessSettings = (
  { column, cells }: GuessedColumn,
  field: string,
  form: ReturnType<Fields['formOf']>,
  isTyped: boolean,
  doubts: Doubts,
): ReadonlyArray<string> => {
  if (isTyped && IDENTIFIERS.has(field) && cells.length > 0 && cells.every(({ text }) => /^[1-9]\d*$/.test(text)))
    doubts.push(`${column}: a workbook keeps no leading zeros of numbers. If they belong to it, add pad.`);
  return [
    ...(form === 'date' || form === 'datetime'
      ? dateSettings({ column, cells }, form === 'datetime', isTyped, doubts)
      : []),
    ...(form === 'decimal' ? numberSettings({ column, cells }, MONEY.has(field), doubts) : []),
    ...(field === 'type' ? typeSettings({ column, cells }, doubts) : []),
    ...(form === 'flag' ? flagSettings({ column, cells }, doubts) : []),
  ];
};

/** Fields without which a row is none of its kind. */
const REQUIRED = [
  'external_account_number',
  'transaction_id',
  'transaction_date',
  'amount',
  'type',
  'statement_id',
  'body',
];

const REQUIRED_OF_ACCOUNTS = ['external_account_number', 'ledger_number', 'ledger_code'];

/** What to do without a column. */
const ADVICE: Readonly<Record<string, string>> = {
  external_account_number: ' If another file has it, get it from there with join.',
  transaction_id:
    ' Several columns that identify a row together may all have it: the second and others with a separator.',
  ledger_number:
    ' If a ledger has the number of its account, give the column of accounts both: to: [external_account_number, ledger_number].',
  ledger_code: ' If all rows have the same code, add it under constants, as constants: {ledger_code: ELECTRICITY}.',
  type: ' If all rows have the same type, add it under constants, as constants: {type: PAYMENT}.',
};

/** Says which fields have no column. */
export const doubtMissing = (
  taken: ReadonlySet<string>,
  kind: MappedKind,
  { formOf }: Fields,
  doubts: Doubts,
): void => {
  for (const required of kind === 'accounts' ? REQUIRED_OF_ACCOUNTS : REQUIRED)
    if (formOf(kind, required) !== null && !taken.has(required))
      doubts.push(`No column is known to be ${required}.${ADVICE[required] ?? ''}`);
  if (!taken.has('import_supplier') && formOf(kind, 'import_supplier') !== null)
    doubts.push('No column has the import supplier. Add it under constants, or give --supplier.');
};

/** Says that a column of identifiers has one twice. */
export const doubtRepeated = (
  identifiers: GuessedColumn | undefined,
  accountOf: (line: number) => string,
  doubts: Doubts,
): void => {
  const lines = new Map<string, number>();
  for (const { line, text } of identifiers?.cells ?? []) {
    const key = `${accountOf(line)}\n${text}`;
    const first = lines.get(key);
    if (first !== undefined) {
      doubts.push(
        `${identifiers!.column}: ${shownValue(text)} is on line ${first} and on line ${line}, and identifies one transaction of an account.`,
      );
      return;
    }
    lines.set(key, line);
  }
};
