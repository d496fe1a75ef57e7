import * as E from 'fp-ts/lib/Either.js';
import type { Encoding } from '../source/encoding.ts';
import { cutFixed } from './fixed-records.ts';
import type { Cell, Doubts, Start } from './guess-values.ts';
import { guessWidths } from './guess-widths.ts';

/** Returns the value that occurs most often. */
export const mostFrequent = (values: ReadonlyArray<number>): number =>
  [...Map.groupBy(values, (value) => value)].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 0;

/** The least share of the lines that have the columns of the file; others are titles and notes around it. */
export const LEAST_SHARE = 0.6;

const CLASSES: ReadonlyArray<RegExp> = [/\d/, /\p{L}/u, / /];
const COMPARED_CHARACTERS = 8_000;
const SHORTEST_RECORD = 10;
const LEAST_RECORDS = 4;
const ALIKE = 0.75;

/** Guesses the length after which a text without line breaks is of the same form again; null: there is none. */
export const recordLengthOf = (text: string): number | null => {
  const classes = Uint8Array.from(
    Array.from(text.slice(0, COMPARED_CHARACTERS), (character) => CLASSES.findIndex((one) => one.test(character)) + 1),
  );
  // A text of one class is alike at every length.
  if (new Set(classes).size === 1) return null;
  const shares = new Map<number, number>();
  for (let length = SHORTEST_RECORD; length <= classes.length / LEAST_RECORDS; length += 1) {
    let same = 0;
    for (let at = length; at < classes.length; at += 1) if (classes[at] === classes[at - length]) same += 1;
    shares.set(length, same / (classes.length - length));
  }
  const shareOf = (length: number): number => shares.get(length) ?? 0;
  const [best] = [...shares.keys()].toSorted((one, other) => shareOf(other) - shareOf(one) || one - other);
  if (best === undefined || shareOf(best) <= ALIKE) return null;
  // Codes that come in turn make several records more alike than one and the next: the shortest part that stands out is the record.
  const standsOut = (length: number): boolean =>
    shareOf(length) > ALIKE && [-1, 1].every((step) => shareOf(length + step) < shareOf(length));
  return [...shares.keys()].find((length) => best % length === 0 && standsOut(length)) ?? best;
};

/** Cuts a text without line breaks into records. */
export const recordsOf = (text: string, length: number): ReadonlyArray<Cell> =>
  Array.from({ length: Math.floor(text.length / length) }, (_, at) => ({
    line: at + 1,
    text: text.slice(at * length, (at + 1) * length),
  }));

const NO_DELIMITER = 'No delimiter gives the lines the same number of columns.';
const LEAST_COLUMNS = 3;

const startsOf = (lines: ReadonlyArray<string>, length: number): ReadonlyArray<string> =>
  lines.map((text) => text.slice(0, length));

/** Types of records in digits, as of a header (00), of rows (10) and of a trailer (99). */
const TWO_DIGITS = /^(?:\d0|0\d|9\d)$/;

/**
 * Returns the letters or digits with which records begin, if others, as those of a header and a trailer, begin with others; null
 * if none do.
 */
const recordTypeOf = (lines: ReadonlyArray<Cell>): string | null => {
  const all = lines.filter(({ text }) => text !== '').map(({ text }) => text);
  const typeOf = (length: number): { readonly type: string; readonly others: ReadonlyArray<string> } | null => {
    const starts = startsOf(all, length);
    const byStart = Map.groupBy(starts, (start) => start);
    const [type] = [...byStart].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [''];
    const others = starts.filter((start) => start !== type);
    return others.length > 0 && others.length < all.length * (1 - ALIKE) ? { type, others } : null;
  };
  for (const length of [3, 2, 1]) {
    const found = typeOf(length);
    if (found === null) continue;
    const { type, others } = found;
    // Longer types are those of all records: the letters of an account begin with those of its neighbours.
    const areWords = [type, ...others].every((one) => /^\p{L}+$/u.test(one));
    const rows = all.filter((text) => text.startsWith(type));
    const areBehind = length === 1 || rows.every((text) => !/^\p{L}/u.test(text.slice(length)));
    if (areWords && areBehind) return type;
    const areAround = others.length <= 2 && startsOf([all[0]!, all.at(-1)!], length).some((one) => one !== type);
    const areNumbers = [type, ...others].every((one) => (length === 2 ? TWO_DIGITS : /^\d$/).test(one));
    if (length < 3 && areNumbers && areAround) return type;
  }
  return null;
};

/** Returns widths of which one ends at a position, and none before it. */
const withStart = (widths: ReadonlyArray<number>, position: number): ReadonlyArray<number> => {
  let end = 0;
  const ends = widths.map((width) => {
    end += width;
    return end;
  });
  const all = [position, ...ends.filter((one) => one > position)];
  return all.map((one, at) => one - (all[at - 1] ?? 0));
};

/** Returns the rows of lines with columns of fixed widths. @returns Left if they have none. */
export const startOfWidths = (
  all: ReadonlyArray<Cell>,
  encoding: Encoding,
  doubts: Doubts,
): E.Either<string, Start> => {
  const lines = all.filter(({ text }) => text.trim() !== '');
  const length = mostFrequent(lines.map(({ text }) => text.length));
  const alike = lines.filter(({ text }) => text.length === length);
  if (length < 2 || alike.length <= lines.length * LEAST_SHARE) return E.left(NO_DELIMITER);
  const type = recordTypeOf(lines);
  const isRecord = ({ text }: Cell): boolean => text.length === length && (type === null || text.startsWith(type));
  const hasHeader =
    type === null &&
    alike.length > 1 &&
    !/\d/.test(alike[0]!.text) &&
    alike.slice(1).every(({ text }) => /\d/.test(text));
  const rows = hasHeader ? alike.slice(1) : alike.filter(isRecord);
  const found = guessWidths(
    rows.map(({ text }) => text),
    hasHeader ? alike[0]!.text : null,
  );
  const widths = type === null ? found : withStart(found, type.length);
  if (widths.length < LEAST_COLUMNS)
    return E.left(
      `${NO_DELIMITER} ${alike.length} of ${lines.length} lines have ${length} characters, the first on line ${alike[0]!.line}, and no columns show. If columns have fixed widths, write the mapping with the widths of the record layout: encoding: ${encoding.name}, dialect: {header: false, widths: […]}.`,
    );
  doubts.push(
    `The widths are a guess from the blanks and characters of ${rows.length} lines with ${length} characters: compare them with the record layout. Columns that are always full may be one.`,
  );
  const cut = ({ line, text }: Cell): ReadonlyArray<string> => {
    const cells = isRecord({ line, text }) ? cutFixed(text, widths) : E.left(text);
    return E.isRight(cells) ? cells.right.map((cell) => cell.trim()) : [text];
  };
  return E.right({
    rows: lines.map((one) => ({ line: one.line, cells: cut(one), text: one.text })),
    form: [`encoding: ${encoding.name}`],
    dialect: [`widths: [${widths.join(', ')}]`],
    widths,
    isSheet: false,
  });
};
