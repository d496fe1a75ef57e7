import { shownValue } from './compile-columns.ts';
import { withoutCurrency } from './decimal-text.ts';

/** A cell of a column, or a line. */
export type Cell = { readonly line: number; readonly text: string };
export type CellsOfLine = { readonly line: number; readonly cells: ReadonlyArray<string> };
/** What is not certain, for people. */
export type Doubts = string[];

/** Returns a text as YAML has it in double quotes; characters that cannot be seen are spelled out. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\p{Cf}\p{Zl}\p{Zp}]/gu,
    (one) => `\\U${one.codePointAt(0)!.toString(16).padStart(8, '0')}`,
  );

const TIME = /(T| )\d{2}:\d{2}(:\d{2})?$/;

/** Returns the pattern of the dates or times of a column; null if they are none, or if it cannot be told. */
export const guessDate = (name: string, cells: ReadonlyArray<Cell>, doubts: Doubts): string | null => {
  const [, separator, seconds] = TIME.exec(cells[0]?.text ?? '') ?? [];
  if (separator === undefined) return guessDay(name, cells, doubts);
  const ofTime = ({ text }: Cell): string => TIME.exec(text)?.[0].replaceAll(/\d/g, '0') ?? '';
  if (cells.some((cell) => ofTime(cell) !== ofTime(cells[0]!))) return null;
  const days = cells.map(({ line, text }) => ({ line, text: text.replace(TIME, '') }));
  const day = guessDay(name, days, doubts);
  return day === null ? null : `${day}${separator === 'T' ? "'T'" : ' '}HH:mm${seconds === undefined ? '' : ':ss'}`;
};

/** Returns the pattern of the days of a column. */
const guessDay = (name: string, cells: ReadonlyArray<Cell>, doubts: Doubts): string | null => {
  const all = (form: RegExp): boolean => cells.length > 0 && cells.every(({ text }) => form.test(text));
  if (all(/^\d{4}-\d{2}-\d{2}$/)) return 'yyyy-MM-dd';
  if (all(/^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/)) return 'yyyyMMdd';
  if (all(/^\d{4}\/\d{2}\/\d{2}$/)) return 'yyyy/MM/dd';
  if (all(/^\d{1,2}\.\d{1,2}\.\d{4}$/)) return all(/^\d{2}\.\d{2}\.\d{4}$/) ? 'dd.MM.yyyy' : 'd.M.yyyy';
  const separator = ['/', '-'].find((one) => all(new RegExp(`^\\d{1,2}${one}\\d{1,2}${one}\\d{4}$`)));
  if (separator === undefined) return null;
  const parts = cells.map(({ line, text }) => ({ line, text, numbers: text.split(separator).map(Number) }));
  const dayFirst = parts.find(({ numbers }) => numbers[0]! > 12);
  const monthFirst = parts.find(({ numbers }) => numbers[1]! > 12);
  const isTwo = cells.every(({ text }) => text.length === 10);
  const [day, month] = isTwo ? ['dd', 'MM'] : ['d', 'M'];
  if (dayFirst !== undefined && monthFirst !== undefined)
    doubts.push(
      `${name} has days first on line ${dayFirst.line} (${dayFirst.text}) and months first on line ${monthFirst.line} (${monthFirst.text}).`,
    );
  if (dayFirst === undefined && monthFirst === undefined) {
    const shown = parts.slice(0, 3).map(({ line, text }) => `line ${line} (${text})`);
    doubts.push(
      `${name}: day and month cannot be told apart on any of ${cells.length} lines, as ${shown.join(', ')}. A day after the 12th would decide; ask for one.`,
    );
  }
  if ((dayFirst === undefined) === (monthFirst === undefined)) return null;
  return monthFirst === undefined
    ? `${day}${separator}${month}${separator}yyyy`
    : `${month}${separator}${day}${separator}yyyy`;
};

/** Names a value of a column whose dates have no form in common, and not the form that most systems write. */
export const oddDate = (cells: ReadonlyArray<Cell>): string => {
  const odd = cells.find(({ text }) => !/^\d{4}-\d{2}-\d{2}$/.test(text)) ?? cells[0];
  return odd === undefined ? '' : `, as ${shownValue(odd.text)} on line ${odd.line}`;
};

const NEGATIVE = /^[-(]|(?:-|CR)$/;

/** Returns the doubt of amounts whose sign goes with the type of the row; null if there is none. */
export const signDoubt = (
  rows: ReadonlyArray<CellsOfLine>,
  header: ReadonlyArray<string>,
  { type, amount, currency }: { readonly type: string; readonly amount: string; readonly currency: string | null },
): string | null => {
  const [typeAt, amountAt] = [header.indexOf(type), header.indexOf(amount)];
  const signs = Map.groupBy(
    rows.filter(({ cells }) => /[1-9]/.test(cells[amountAt] ?? '')),
    ({ cells }) => cells[typeAt]!.trim(),
  );
  const all = [...signs].filter(([, own]) =>
    own.every(({ cells }) => NEGATIVE.test(withoutCurrency(cells[amountAt]!.trim(), currency))),
  );
  if (all.length === 0 || all.length > 20) return null;
  const values = all.map(([value]) => quoted(value)).join(', ');
  return `${amount}: all rows with ${type} ${values} are negative. Payments, credits and charges of items are positive: to change the sign, add reverse: {${quoted(type)}: [${values}]}.`;
};
