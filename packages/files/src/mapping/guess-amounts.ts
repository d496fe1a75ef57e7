import type { GuessedColumn } from './guess-columns.ts';
import { guessNumber } from './guess-numbers.ts';
import { areSides } from './guess-types.ts';
import { type Doubts, quoted } from './guess-values.ts';
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

/** Returns the column of the marks of both sides, if another one has the types of rows; null if there is none. */
export const marksOf = (
  columns: ReadonlyArray<GuessedColumn>,
  meansType: (column: GuessedColumn) => boolean,
): GuessedColumn | null => {
  const named = columns.filter(meansType);
  const marks = named.find(({ cells }) => areSides(cells.map(({ text }) => text)));
  return marks !== undefined && named.some(({ cells }) => new Set(cells.map(({ text }) => text)).size > 2)
    ? marks
    : null;
};

/** Says which types have amounts on both sides: the mark of the rarer one changes their sign. */
export const doubtMarks = (marks: GuessedColumn, type: GuessedColumn, amount: string, doubts: Doubts): void => {
  const markOf = new Map(marks.cells.map(({ line, text }) => [line, text]));
  const mixed = [...Map.groupBy(type.cells, ({ text }) => text)].flatMap(([value, cells]) => {
    const byMark = Map.groupBy(cells, ({ line }) => markOf.get(line));
    const [, rarer] = [...byMark].toSorted(([, one], [, other]) => other.length - one.length);
    return rarer === undefined ? [] : [{ value, mark: rarer[0] ?? '', line: rarer[1][0]!.line }];
  });
  if (mixed.length === 0)
    doubts.push(
      `${marks.column}: all rows with the same ${type.column} have the same mark, so that it adds nothing: ignore it.`,
    );
  for (const { value, mark, line } of mixed)
    doubts.push(
      `${marks.column}: most rows with ${type.column} ${quoted(value)} have another mark than ${quoted(mark)} on line ${line}. If that changes the sign of ${amount}, add reverse: {${quoted(type.column)}: ${quoted(value)}, ${quoted(marks.column)}: ${quoted(mark)}}.`,
    );
};

/** Returns the lines of a mapping that give rows without a column of types the type of their side. */
const rulesOf = ({ debit, credit }: Sides, missing: ReadonlySet<string>): ReadonlyArray<string> => {
  const noAmount = ({ cells }: GuessedColumn): string => {
    const zeros = cells.filter(({ text }) => !hasAmount(text)).map(({ text }) => text);
    return [...new Set(['', ...missing, ...zeros])].map(quoted).join(', ');
  };
  return [
    'rows:',
    `  - {when: {${quoted(credit.column)}: [${noAmount(credit)}]}, set: {type: CHARGE}}`,
    `  - {when: {${quoted(debit.column)}: [${noAmount(debit)}]}, set: {type: PAYMENT}}`,
  ];
};

/**
 * Says what two columns of amounts leave open.
 *
 * @param missing the texts that mean that there is no value.
 * @returns the lines that the mapping has for them.
 */
export const settleSides = (
  sides: Sides,
  type: GuessedColumn | undefined,
  missing: ReadonlySet<string>,
  doubts: Doubts,
): ReadonlyArray<string> => {
  const { debit, credit } = sides;
  if (type === undefined) {
    doubts.push(
      `${debit.column} and ${credit.column}: CHARGE for rows with an amount in ${debit.column}, and PAYMENT for those with one in ${credit.column} is a guess.`,
    );
    return rulesOf(sides, missing);
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
