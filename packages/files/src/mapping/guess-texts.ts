import type { GuessedColumn } from './guess-columns.ts';
import type { Doubts } from './guess-values.ts';

const wordsIn = ({ cells }: GuessedColumn): number =>
  cells.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0) / Math.max(1, cells.length);

/** Of several columns whose names mean a text, that with the longest has it. */
export const preferLongest = (
  columns: ReadonlyArray<GuessedColumn>,
  meant: ReadonlyArray<ReadonlyArray<string>>,
  chosen: Map<string, GuessedColumn>,
  fieldOf: Map<GuessedColumn, string>,
): void => {
  for (const field of ['note', 'body']) {
    const before = chosen.get(field);
    if (before === undefined) continue;
    const others = columns.filter((column, at) => meant[at]!.includes(field) && !fieldOf.has(column));
    const [best] = others.toSorted((one, other) => wordsIn(other) - wordsIn(one));
    if (best === undefined || wordsIn(best) <= wordsIn(before)) continue;
    fieldOf.delete(before);
    chosen.set(field, best);
    fieldOf.set(best, field);
  }
};

/** Takes the column with the longest texts for what notes say. */
export const takeBody = (
  columns: ReadonlyArray<GuessedColumn>,
  chosen: Map<string, GuessedColumn>,
  fieldOf: Map<GuessedColumn, string>,
  doubts: Doubts,
): void => {
  const free = columns.filter((column) => !fieldOf.has(column) && wordsIn(column) > 2);
  const [body] = free.toSorted((one, other) => wordsIn(other) - wordsIn(one));
  if (body === undefined) return;
  chosen.set('body', body);
  fieldOf.set(body, 'body');
  doubts.push(`${body.column}: body is a guess, as it has the longest texts.`);
};
