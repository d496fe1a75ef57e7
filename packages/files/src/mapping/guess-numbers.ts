import type { Mark } from '@carryover/contract/mapping/mapping';
import { withoutCurrency } from './decimal-text.ts';
import type { Cell, Doubts } from './guess-values.ts';
import { CURRENCY } from './guess-words.ts';

/** How the numbers of a column are written. */
export type NumberForm = {
  /** null: it cannot be told. */
  readonly decimalChar: string | null;
  readonly groupChar: string;
  readonly negative: ReadonlyArray<Mark>;
  readonly currency: string | null;
};

const DIGITS = "[\\d.,'’ \\u00a0\\u202f]*\\d[\\d.,'’ \\u00a0\\u202f]*";
const UNMARKED = new RegExp(`^${DIGITS}$`);
const MARKED: ReadonlyArray<readonly [Mark, RegExp]> = [
  ['leading', new RegExp(`^[+-]${DIGITS}$`)],
  ['trailing', new RegExp(`^${DIGITS}[+-]$`)],
  ['parentheses', new RegExp(`^\\(${DIGITS}\\)$`)],
  ['crdb', new RegExp(`^${DIGITS}(?:CR?|H|D[BR]?|S)$`, 'i')],
];

/** Returns what is at a number besides its digits, signs and marks; null if it is no currency. */
const currencyOf = (text: string): string | null => {
  const [rest] = text.match(/[^\d.,'’\s+()-][^\d\s+()-]*/u) ?? [];
  return rest !== undefined && !/^(?:CR?|H|D[BR]?|S)$/i.test(rest) && CURRENCY.test(rest) ? rest : null;
};

/** Returns the currency of a column, null if it has none. Of several, the most frequent. */
const guessCurrency = (name: string, cells: ReadonlyArray<Cell>, doubts: Doubts): string | null => {
  const byCurrency = Map.groupBy(cells, ({ text }) => currencyOf(text));
  byCurrency.delete(null);
  const found = [...byCurrency].toSorted(([, one], [, other]) => other.length - one.length);
  const [first, second] = found;
  if (first === undefined) return null;
  if (second !== undefined)
    doubts.push(
      `${name} has several currencies, as on line ${first[1][0]!.line} (${first[1][0]!.text}) and line ${second[1][0]!.line} (${second[1][0]!.text}). Only rows of one are read.`,
    );
  return first[0];
};

/** Numbers that show what their last mark is: by the digits behind or before it, or by another mark. */
const DECIDING: ReadonlyArray<RegExp> = [
  /[.,]\d{1,2}$/,
  /[.,]\d{4,}$/,
  /[.,].*[.,]/,
  /(?:\d{4}|['’ \u00a0\u202f]\d{3})[.,]\d{3}$/,
];

/** Returns the mark before decimals of a number that shows it: a mark that occurs twice is between groups. */
const lastMark = (text: string): string | undefined => {
  const last = /[.,](?=[^.,]*$)/.exec(text)?.[0];
  if (last === undefined || text.indexOf(last) === text.lastIndexOf(last)) return last;
  return last === ',' ? '.' : ',';
};

/** Returns the character between groups, and that before decimals; null if it cannot be told. */
const guessMarks = (
  name: string,
  cells: ReadonlyArray<Cell>,
  doubts: Doubts,
): Pick<NumberForm, 'decimalChar' | 'groupChar'> => {
  const numbers = cells.map(({ line, text }) => ({
    line,
    text: text.replaceAll(/[^\d.,'’ \u00a0\u202f]/g, '').trim(),
  }));
  const other = numbers.map(({ text }) => /\d(['’ \u00a0\u202f])\d/.exec(text)?.[1]).find((mark) => mark !== undefined);
  const spaced = other === undefined || other === "'" || other === '’' ? other : ' ';
  const decided = numbers.find(({ text }) => DECIDING.some((form) => form.test(text)));
  const last = lastMark(decided?.text ?? '');
  const unclear = numbers.find(({ text }) => /^\d{1,3}[.,]\d{3}$/.test(text));
  if (decided === undefined && unclear !== undefined) {
    doubts.push(
      `${name}: line ${unclear.line} (${unclear.text}) may be a thousand or a fraction, and no line decides. Set decimalChar and groupChar.`,
    );
    return { decimalChar: null, groupChar: spaced ?? '' };
  }
  const decimalChar = last ?? '.';
  const group = decimalChar === ',' ? '.' : ',';
  const isGrouped = numbers.some(({ text }) => text.includes(group));
  return { decimalChar, groupChar: spaced ?? (isGrouped ? group : '') };
};

const isNumber = ({ text }: Cell): boolean => UNMARKED.test(text) || MARKED.some(([, form]) => form.test(text));

/** Returns a cell that is no number; undefined if all are. */
export const oddNumber = (all: ReadonlyArray<Cell>): Cell | undefined => {
  const currency = guessCurrency('', all, []);
  return all.find(({ line, text }) => !isNumber({ line, text: withoutCurrency(text, currency) }));
};

/** Returns how the numbers of a column are written; null if they are none. */
export const guessNumber = (name: string, all: ReadonlyArray<Cell>, doubts: Doubts): NumberForm | null => {
  const currency = guessCurrency(name, all, doubts);
  const cells = all.map(({ line, text }) => ({ line, text: withoutCurrency(text, currency) }));
  const read = cells.filter(({ text }) => currencyOf(text) === null);
  if (read.length === 0 || !read.every(isNumber)) return null;
  const marks = MARKED.filter(([, form]) => read.some(({ text }) => form.test(text)));
  const negative = marks.length === 0 ? (['leading'] as const) : marks.map(([mark]) => mark);
  return { ...guessMarks(name, read, doubts), negative, currency };
};
