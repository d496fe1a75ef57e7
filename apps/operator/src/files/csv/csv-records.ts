import { complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import type { Row } from '../row.ts';
import { type Fault, isBlank, type Line, rejectedLine } from '../source/lines.ts';
import { type CsvProblem, csvFields } from './csv-fields.ts';

/** The fields of a CSV row. */
export type CsvRecord = ReadonlyArray<string>;

/** The search limit for the end of a quoted field; far above the longest valid row. */
const MAX_LINES = 100;
const MAX_CHARACTERS = 65_536;

/** Lines, of which some can be given back to be read again. */
const makeQueue = (lines: AsyncIterator<Line>) => {
  let again: ReadonlyArray<Line> = [];
  return {
    next: async (): Promise<Line | null> => {
      const [first, ...rest] = again;
      if (first !== undefined) {
        again = rest;
        return first;
      }
      const next = await lines.next();
      return next.done === true ? null : next.value;
    },
    giveBack: (some: ReadonlyArray<Line>): void => {
      again = [...some, ...again];
    },
  };
};
type Queue = ReturnType<typeof makeQueue>;

type Attempt = {
  readonly lines: ReadonlyArray<Line>;
  readonly raw: string;
  readonly fields: ReturnType<typeof csvFields>;
};

/** Takes lines until the row that begins with `first` ends or cannot be one. */
const attempt = async (first: Line, queue: Queue): Promise<Attempt> => {
  const lines = [first];
  let raw = first.text;
  let fields = csvFields(raw);
  while (E.isLeft(fields) && fields.left.kind === 'open_quote') {
    const next = await queue.next();
    if (next === null) break;
    lines.push(next);
    if (next.fault !== null || lines.length > MAX_LINES || raw.length > MAX_CHARACTERS) break;
    raw = `${raw}\n${next.text}`;
    fields = csvFields(raw);
  }
  return { lines, raw, fields };
};

const wrong = (detail: string): Fault => ({ ...complain('parse_error', detail), stopsReading: false });

const ofProblem = (problem: CsvProblem): Fault =>
  wrong(problem.kind === 'open_quote' ? 'A quoted field is not closed.' : problem.detail);

const ofWidth = (width: number, expected: number): Fault =>
  wrong(`The row has ${width} columns, but the header has ${expected}.`);

/**
 * Reads the rows of a CSV file, the header first: one line each, or more if a quoted field contains line breaks. Blank lines are
 * skipped; each row has as many fields as the first.
 *
 * If a row cannot be read, only its first line is rejected, and reading continues with the next line: a quote that is
 * never closed costs its own line and not the rest of the file, which it costs with csv-parse.
 */
export async function* csvRecords(lines: AsyncIterable<Line>): AsyncGenerator<Row<CsvRecord>> {
  const iterator = lines[Symbol.asyncIterator]();
  const queue = makeQueue(iterator);
  let width: number | null = null;
  try {
    for (let first = await queue.next(); first !== null; first = await queue.next()) {
      if (isBlank(first)) continue;
      if (first.fault !== null) {
        yield rejectedLine(first, first.fault);
        continue;
      }
      const read = await attempt(first, queue);
      if (E.isRight(read.fields)) {
        const fields = read.fields.right;
        width ??= fields.length;
        if (fields.length === width) {
          yield { line: first.number, raw: read.raw, row: read.fields };
          continue;
        }
      }
      queue.giveBack(read.lines.slice(1));
      const fault = E.isLeft(read.fields) ? ofProblem(read.fields.left) : ofWidth(read.fields.right.length, width!);
      yield rejectedLine(first, fault);
    }
  } finally {
    await iterator.return?.();
  }
}
