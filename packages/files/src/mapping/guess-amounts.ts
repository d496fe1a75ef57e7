import * as E from 'fp-ts/lib/Either.js';
import { makeDecimalText } from './decimal-text.ts';
import { sumText, toSum } from './expectations.ts';
import type { GuessedColumn } from './guess-columns.ts';
import { guessNumber, type NumberForm } from './guess-numbers.ts';
import { type CellsOfLine, type Doubts, quoted } from './guess-values.ts';
import { sideMeant } from './guess-words.ts';

/** A column of debits and one of credits: the amount is in one of them. */
type Sides = { readonly debit: GuessedColumn; readonly credit: GuessedColumn };

const hasAmount = (text: string): boolean => /[1-9]/.test(text);
const linesOf = ({ cells }: GuessedColumn): ReadonlySet<number> =>
  new Set(cells.filter(({ text }) => hasAmount(text)).map(({ line }) => line));

/** Returns the columns of debits and of credits by their names and numbers; null if there are none. */
export const sidesOf = (columns: ReadonlyArray<GuessedColumn>): Sides | null => {
  const named = (side: 'debit' | 'credit') => columns.find(({ column }) => sideMeant(column) === side);
  const [debit, credit] = [named('debit'), named('credit')];
  if (debit === undefined || credit === undefined) return null;
  if (guessNumber('', [...debit.cells, ...credit.cells], []) === null) return null;
  const [ofDebit, ofCredit] = [linesOf(debit), linesOf(credit)];
  const both = [...ofDebit].filter((line) => ofCredit.has(line)).length;
  return both > (ofDebit.size + ofCredit.size) / 10 ? null : { debit, credit };
};

/** Returns the lines of a mapping that give rows without a column of types the type of their side. */
const rulesOf = ({ debit, credit }: Sides): ReadonlyArray<string> => {
  const noAmount = ({ cells }: GuessedColumn): string => {
    const zeros = cells.filter(({ text }) => !hasAmount(text)).map(({ text }) => text);
    return ['', ...new Set(zeros)].map(quoted).join(', ');
  };
  return [
    'rows:',
    `  - {when: {${quoted(credit.column)}: [${noAmount(credit)}]}, set: {type: CHARGE}}`,
    `  - {when: {${quoted(debit.column)}: [${noAmount(debit)}]}, set: {type: PAYMENT}}`,
  ];
};

/** Says what two columns of amounts leave open. @returns the lines that the mapping has for them. */
export const settleSides = (sides: Sides, type: GuessedColumn | undefined, doubts: Doubts): ReadonlyArray<string> => {
  const { debit, credit } = sides;
  if (type === undefined) {
    doubts.push(
      `${debit.column} and ${credit.column}: CHARGE for rows with an amount in ${debit.column}, and PAYMENT for those with one in ${credit.column} is a guess.`,
    );
    return rulesOf(sides);
  }
  const typeOf = new Map(type.cells.map(({ line, text }) => [line, text]));
  const byType = (column: GuessedColumn) => Map.groupBy(linesOf(column), (line) => typeOf.get(line) ?? '');
  const [ofDebit, ofCredit] = [byType(debit), byType(credit)];
  doubts.push(
    `${debit.column} and ${credit.column}: a row has its amount in one of them, and both are positive, as payments, credits and charges of items are.`,
  );
  for (const [value, lines] of ofDebit) {
    const others = ofCredit.get(value);
    if (others === undefined) continue;
    const [column, line] = lines.length < others.length ? [debit, lines[0]] : [credit, others[0]];
    doubts.push(
      `${column.column}: most rows with ${type.column} ${quoted(value)} have their amount in the other column, and line ${line} has it here. If that changes the sign, add reverse: {${quoted(type.column)}: [${quoted(value)}]}.`,
    );
  }
  return [];
};

/** Returns the columns whose sums a line of totals has, with their positions in it. */
export const sumsIn = (
  { cells }: CellsOfLine,
  names: ReadonlyArray<string>,
  amounts: ReadonlyArray<readonly [GuessedColumn, NumberForm]>,
): ReadonlyArray<readonly [string, number]> =>
  amounts.flatMap(([{ column, cells: values }, form]) => {
    const read = makeDecimalText({ ...form, impliedDecimals: null });
    const toAmount = (text: string): bigint | null => {
      const found = read(text.trim());
      const sum = E.isRight(found) ? toSum(found.right.text) : null;
      return sum !== null && E.isRight(found) && found.right.isNegative ? -sum : sum;
    };
    const at = names.indexOf(column);
    const [total, all] = [toAmount(cells[at] ?? ''), values.map(({ text }) => toAmount(text))];
    if (total === null || all.includes(null)) return [];
    const sum = (all as ReadonlyArray<bigint>).reduce((one, other) => one + other, 0n);
    return sumText(sum) === sumText(total) ? [[column, at + 1] as const] : [];
  });
