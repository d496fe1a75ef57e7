import type { Choice } from './guess-choice.ts';
import type { GuessedColumn } from './guess-columns.ts';
import type { Doubts } from './guess-values.ts';

const wordsIn = ({ cells }: GuessedColumn): number =>
  cells.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0) / Math.max(1, cells.length);

/** Of several columns whose names mean a text, that with the longest has it. */
export const preferLongest = (
  columns: ReadonlyArray<GuessedColumn>,
  meant: ReadonlyArray<ReadonlyArray<string>>,
  { columnOf, fieldOf, choose }: Choice,
): void => {
  for (const field of ['note', 'body']) {
    const before = columnOf(field);
    if (before === undefined) continue;
    const others = columns.filter((column, at) => meant[at]!.includes(field) && fieldOf(column) === undefined);
    const [best] = others.toSorted((one, other) => wordsIn(other) - wordsIn(one));
    if (best !== undefined && wordsIn(best) > wordsIn(before)) choose(field, best);
  }
};

/** Takes the column with the longest texts for what notes say. */
export const takeBody = (columns: ReadonlyArray<GuessedColumn>, { fieldOf, choose }: Choice, doubts: Doubts): void => {
  const free = columns.filter((column) => fieldOf(column) === undefined && wordsIn(column) > 2);
  const [body] = free.toSorted((one, other) => wordsIn(other) - wordsIn(one));
  if (body === undefined) return;
  choose('body', body);
  doubts.push(`${body.column}: body is a guess, as it has the longest texts.`);
};
