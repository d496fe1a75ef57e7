import { isUtf8 } from 'node:buffer';
import { type Complaint, complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import type { Row } from '../row.ts';
import { messageOf } from './file-failure.ts';

/** Maximum length of a line of accounts or totals, without its line break. */
export const MAX_LINE_BYTES = 1_048_576;
/** The part of a line that is too long that is shown. */
const SHOWN_BYTES = 1_000;

/** A line of a file: its number, the first being 1, and its text without the line feed. */
export type Line = { readonly number: number; readonly text: string; readonly fault: Fault | null };
/** The fault of a line that cannot be read; its text is then cut for display. */
export type Fault = Complaint & { readonly stopsReading: boolean };

const tooLong = (maxBytes: number): Fault => ({
  ...complain('max_length', `The line is longer than ${maxBytes} bytes, and only its beginning is kept here.`),
  stopsReading: false,
});
const NOT_UTF8: Fault = {
  ...complain('parse_error', 'The line is not UTF-8. If the file is in Latin-1 or UTF-16, save it as UTF-8.'),
  stopsReading: false,
};
const endsEarly = (why: string): Fault => ({
  ...complain('parse_error', `Nothing is read from this line on. ${why}`),
  stopsReading: true,
});

const toLine = (number: number, bytes: Buffer, maxBytes: number): Line => {
  if (bytes.length > maxBytes)
    return { number, text: bytes.toString('utf8', 0, SHOWN_BYTES), fault: tooLong(maxBytes) };
  const text = bytes.toString();
  if (!isUtf8(bytes)) return { number, text, fault: NOT_UTF8 };
  return { number, text: number === 1 && text.startsWith('\ufeff') ? text.slice(1) : text, fault: null };
};

/**
 * Reads the lines of a UTF-8 file, including blank ones, those of a chunk together. A byte order mark before the first line is
 * removed.
 *
 * If reading fails, the last line has a fault that `stopsReading`: the unfinished text before it may be half an
 * amount, and is never used as a line.
 *
 * @param maxBytes of a line, without its line break.
 */
export async function* lineBatchesOf(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<ReadonlyArray<Line>> {
  let number = 1;
  let begun: Buffer[] = [];
  let size = 0;
  const keep = (bytes: Buffer): void => {
    if (size <= maxBytes) begun.push(bytes);
    size += bytes.length;
  };
  const finished = (): Line => {
    const line = toLine(number, begun.length === 1 ? begun[0]! : Buffer.concat(begun), maxBytes);
    number += 1;
    begun = [];
    size = 0;
    return line;
  };
  try {
    for await (const chunk of chunks) {
      const lines: Line[] = [];
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
        keep(chunk.subarray(start, end));
        start = end + 1;
        lines.push(finished());
      }
      if (start < chunk.length) keep(chunk.subarray(start));
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    yield [{ ...finished(), fault: endsEarly(messageOf(error)) }];
    return;
  }
  if (size > 0) yield [finished()];
}

/** The lines one by one, each of at most {@link MAX_LINE_BYTES}. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  for await (const lines of lineBatchesOf(chunks, MAX_LINE_BYTES)) yield* lines;
}

/** Only white space. */
export const isBlank = ({ text, fault }: Line): boolean => fault === null && /^[ \t\r]*$/.test(text);

/** Returns the fault of a line. */
export const rejectedLine = ({ number, text }: Line, fault: Fault): Row<never> => ({
  line: number,
  raw: text,
  row: E.left({ ...fault, path: '' }),
});
