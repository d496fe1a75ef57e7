import { isAscii } from 'node:buffer';
import { complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import type { Row } from '../row.ts';
import { type Encoding, type Undecodable, UTF8 } from './encoding.ts';
import { messageOf } from './file-failure.ts';

/** Maximum length of a line of accounts or totals, without its line break. */
export const MAX_LINE_BYTES = 1_048_576;
/** The part of a line that is too long that is shown. */
const SHOWN_BYTES = 1_000;

/** A line of a file: its number, the first being 1, and its text without the line feed. */
export type Line = { readonly number: number; readonly text: string; readonly fault: Fault | null };
/** The fault of a line that cannot be read; its text is then cut for display. */
export type Fault = {
  readonly code: string;
  readonly detail: string;
  readonly stopsReading: boolean;
  /** The column that is at fault; missing: the line as a whole. */
  readonly path?: string;
};

const tooLong = (maxBytes: number): Fault => ({
  ...complain('max_length', `The line is longer than ${maxBytes} bytes, and only its beginning is kept here.`),
  stopsReading: false,
});
const undecodable = ({ name }: Encoding, { detail }: Undecodable): Fault => ({
  ...complain(
    'parse_error',
    `${detail}. ${name === UTF8.name ? 'If the file is in Latin-1 or UTF-16, save it as UTF-8.' : `The encoding of the mapping is ${name}.`}`,
  ),
  stopsReading: false,
});
const endsEarly = (why: string): Fault => ({
  ...complain('parse_error', `Nothing is read from this line on. ${why}`),
  stopsReading: true,
});

const BROKEN: Fault = {
  ...complain('parse_error', 'The record has a line break, and those before it have none.'),
  stopsReading: false,
};

const severalBytes = ({ name }: Encoding): Fault =>
  endsEarly(
    `The records have no line breaks, and this one has characters of several bytes in ${name}: where the next one begins is not known. Write each record on a line, or all in an encoding with one byte a character.`,
  );

/** Returns a line for display that cannot be decoded: with what can be decoded of it. */
const shown = (bytes: Buffer, { name, unitBytes }: Encoding): string =>
  unitBytes === 2 ? bytes.toString('utf16le') : bytes.toString(name === UTF8.name ? 'utf8' : 'latin1');

const toLine = (number: number, bytes: Buffer, maxBytes: number, encoding: Encoding): Line => {
  if (bytes.length > maxBytes)
    return { number, text: shown(bytes.subarray(0, SHOWN_BYTES), encoding), fault: tooLong(maxBytes) };
  const decoded = encoding.decode(bytes);
  if (E.isLeft(decoded)) return { number, text: shown(bytes, encoding), fault: undecodable(encoding, decoded.left) };
  const text = decoded.right;
  return { number, text: number === 1 && text.startsWith('\ufeff') ? text.slice(1) : text, fault: null };
};

/** Returns a record that no line break ends, with what shows that it does not end where its bytes do. */
const toRecord = (record: Line, bytes: Buffer, encoding: Encoding): Line => {
  if (!encoding.isOneByte && !isAscii(bytes))
    return { ...record, fault: record.fault === null ? severalBytes(encoding) : endsEarly(record.fault.detail) };
  return encoding.lineEnd(bytes, 0) === -1 ? record : { ...record, fault: record.fault ?? BROKEN };
};

/** Returns the same bytes, with as many in the first chunk at least: a pipe may bring a few at a time. */
async function* inFirst(chunks: AsyncIterable<Buffer>, leastBytes: number): AsyncGenerator<Buffer> {
  let first: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (first === null) {
      yield chunk;
      continue;
    }
    first = Buffer.concat([first, chunk]);
    if (first.length < leastBytes) continue;
    yield first;
    first = null;
  }
  if (first !== null && first.length > 0) yield first;
}

/** Returns the same bytes in chunks of whole code units. What is left at the end is a chunk of its own. */
async function* inUnits(chunks: AsyncIterable<Buffer>, unitBytes: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = all.length - (all.length % unitBytes);
    rest = all.subarray(whole);
    if (whole > 0) yield all.subarray(0, whole);
  }
  if (rest.length > 0) yield rest;
}

/**
 * Reads the lines of a file, including blank ones, those of a chunk together. A byte order mark before the first line is
 * removed.
 *
 * If reading fails, the last line has a fault that `stopsReading`: the unfinished text before it may be half an
 * amount, and is never used as a line.
 *
 * @param maxBytes of a line, without its line break.
 * @param recordBytes of records that follow each other without line breaks, if the first chunk, of two at least, has none; null: there are no such.
 */
export async function* lineBatchesOf(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  encoding: Encoding = UTF8,
  recordBytes: number | null = null,
): AsyncGenerator<ReadonlyArray<Line>> {
  const { lineEnd, unitBytes } = encoding;
  let number = 1;
  /** The length of records without line breaks; undefined: nothing was read yet. */
  let cutAt: number | null | undefined = recordBytes === null ? null : undefined;
  let begun: Buffer[] = [];
  let size = 0;
  const keep = (bytes: Buffer): void => {
    if (size <= maxBytes) begun.push(bytes);
    size += bytes.length;
  };
  const finished = (): Line => {
    const bytes = begun.length === 1 ? begun[0]! : Buffer.concat(begun);
    const read = toLine(number, bytes, maxBytes, encoding);
    const line = cutAt === null || cutAt === undefined ? read : toRecord(read, bytes, encoding);
    number += 1;
    begun = [];
    size = 0;
    return line;
  };
  const whole = recordBytes === null ? chunks : inFirst(chunks, Math.min(2 * recordBytes, maxBytes));
  try {
    for await (const chunk of unitBytes === 1 ? whole : inUnits(whole, unitBytes)) {
      const lines: Line[] = [];
      let start = 0;
      if (cutAt === undefined)
        cutAt =
          recordBytes !== null && chunk.length >= 2 * recordBytes && lineEnd(chunk, 0) === -1 ? recordBytes : null;
      if (cutAt !== null) {
        for (let end = cutAt - size; end <= chunk.length; end += cutAt) {
          keep(chunk.subarray(start, end));
          start = end;
          const record = finished();
          lines.push(record);
          if (record.fault?.stopsReading !== true) continue;
          yield lines;
          return;
        }
        if (start < chunk.length) keep(chunk.subarray(start));
        if (lines.length > 0) yield lines;
        continue;
      }
      for (let end = lineEnd(chunk, 0); end !== -1; end = lineEnd(chunk, start)) {
        keep(chunk.subarray(start, end));
        start = end + unitBytes;
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
  row: E.left({ path: '', ...fault }),
});
