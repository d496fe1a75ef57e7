import type { Encoding } from '../source/encoding.ts';
import { type Line, lineBatchesOf, MAX_LINE_BYTES } from '../source/lines.ts';
import type { Cell } from './guess-values.ts';
import { kindOfCharacter } from './guess-widths.ts';

/** Lines behind the beginning of a file that have a form of their own. */
export type Later = {
  readonly lines: ReadonlyArray<Cell>;
  /** The first line that cannot be read; null: all can. */
  readonly unreadable: Cell | null;
};

const MOST_LINES = 20_000;
const MOST_CHARACTERS = 4_194_304;
const MOST_LENGTHS = 1_000;
const LONGEST = 10_000;

/** Returns what is left of a line without its values: of numbers the decimals, of days which part is above 12. */
const formOf = (text: string): string =>
  text
    .replaceAll(/\p{L}[\p{L}\p{M} '’-]*/gu, 'a')
    .replaceAll(/(\d{1,2})([/-])(\d{1,2})\2\d{4}/g, (_, first, separator, second) =>
      [first, second].map((part) => (Number(part) > 12 ? 'D' : 'd').repeat(part.length)).join(separator),
    )
    .replaceAll(/([.,]?)\d+/g, (number, mark) =>
      mark === '' ? '0' : mark + '0'.repeat(Math.min(4, number.length - 1)),
    );

/** Makes what tells if a line has, at a position, a kind of character that no line of its length had before. */
const makeIsNewAtPosition = () => {
  const byLength = new Map<number, Uint8Array>();
  return (text: string): boolean => {
    const { length } = text;
    if (length > LONGEST || (!byLength.has(length) && byLength.size >= MOST_LENGTHS)) return false;
    const kinds = byLength.get(length) ?? new Uint8Array(length);
    byLength.set(length, kinds);
    let isNew = false;
    for (let at = 0; at < length; at += 1) {
      const kind = kindOfCharacter(text[at]!);
      if ((kinds[at]! & kind) === 0) isNew = true;
      kinds[at]! |= kind;
    }
    return isNew;
  };
};

/**
 * Reads a file to its end, and keeps the lines that are of another form than those before, and the last one: what they decide is
 * seen, however late they come.
 *
 * @param seen lines of the beginning: those behind them are kept.
 */
export const lookFurther = async (chunks: AsyncIterable<Buffer>, encoding: Encoding, seen: number): Promise<Later> => {
  const forms = new Set<string>();
  const isNewAtPosition = makeIsNewAtPosition();
  const lines: Cell[] = [];
  let unreadable: Cell | null = null;
  let last: Line | null = null;
  let characters = 0;
  for await (const batch of lineBatchesOf(chunks, MAX_LINE_BYTES, encoding, null))
    for (const line of batch) {
      if (line.fault !== null) {
        unreadable ??= { line: line.number, text: line.fault.detail };
        continue;
      }
      const text = line.text.replace(/\r$/, '');
      if (text === '') continue;
      last = { ...line, text };
      if (lines.length >= MOST_LINES || characters > MOST_CHARACTERS) continue;
      const form = formOf(text);
      const isNew = isNewAtPosition(text) || !forms.has(form);
      forms.add(form);
      if (!isNew || line.number <= seen) continue;
      characters += text.length;
      lines.push({ line: line.number, text });
    }
  if (last !== null && last.number > Math.max(seen, lines.at(-1)?.line ?? 0))
    lines.push({ line: last.number, text: last.text });
  return { lines, unreadable };
};
