import { complain } from '@carryover/contract/issue';
import { isJsonObject, type JsonLimits, type JsonObject, parseJson } from '@carryover/contract/json/exact-json';
import { placeIn } from '@carryover/contract/json/parse-error';
import * as E from 'fp-ts/lib/Either.js';
import { ofParseError } from './json-line.ts';
import { type Row, type RowIssue, refusedFile, rejected } from './row.ts';
import { decompressed } from './source/decompressed.ts';
import type { FileRefused } from './source/file-failure.ts';
import { isBlank, type Line, lineBatchesOf, rejectedLine } from './source/lines.ts';
import type { Format, Source } from './source/source.ts';

/** Makes rows of lines: takes them in the order of the file and returns the rows that they complete. */
export type RowReader<R> = {
  readonly add: (lines: ReadonlyArray<Line>) => ReadonlyArray<R>;
  /** Returns the rows that the end of the file completes. */
  readonly end: () => ReadonlyArray<R>;
};

/** The readers of rows by format. */
type Readers<A> = Readonly<Record<Format, () => RowReader<Row<A>> | Promise<RowReader<Row<A>>>>> & {
  /** Of a line, without its line break. */
  readonly maxLineBytes: number;
  /** Reads the lines of a file of another form; missing: they are those of UTF-8. */
  readonly lines?: (source: Source, maxLineBytes: number) => AsyncIterable<ReadonlyArray<Line>>;
  /** The issue of a file without rows; null: it may have none. */
  readonly empty: (format: Format) => RowIssue | null;
};

/** Determines the format if the name does not: `{` begins NDJSON, anything else CSV. Null: only blank lines so far. */
const detect = (lines: ReadonlyArray<Line>): Format | null => {
  const first = lines.find((line) => !isBlank(line));
  if (first === undefined) return null;
  return /^[ \t]*\{/.test(first.text) ? 'ndjson' : 'csv';
};

const upToLast = <A>(rows: ReadonlyArray<Row<A>>) => {
  const last = rows.findIndex(({ row }) => E.isLeft(row) && row.left.stopsReading);
  return last === -1 ? { rows, isStopped: false } : { rows: rows.slice(0, last + 1), isStopped: true };
};

/**
 * Reads the rows of a file in batches, in the order of the file and in constant memory. The format follows from the file's
 * name, else from its content; compressed files are decompressed. Blank lines are skipped; a file without a row is refused.
 *
 * Nothing is thrown for a damaged file: its last row is rejected and says `stopsReading`.
 */
export async function* readRows<A>(source: Source, readers: Readers<A>): AsyncGenerator<ReadonlyArray<Row<A>>> {
  let reader: RowReader<Row<A>> | null = null;
  let format = source.format;
  let count = 0;
  const batches =
    readers.lines?.(source, readers.maxLineBytes) ?? lineBatchesOf(decompressed(source.chunks), readers.maxLineBytes);
  for await (const lines of batches) {
    format ??= detect(lines);
    if (format === null) continue;
    reader ??= await readers[format]();
    const { rows, isStopped } = upToLast(reader.add(lines));
    count += rows.length;
    if (rows.length > 0) yield rows;
    if (isStopped) return;
  }
  // Without any line that is not blank, nothing tells the format.
  format ??= 'csv';
  const { rows } = upToLast((reader ?? (await readers[format]())).end());
  if (rows.length > 0) yield rows;
  const issue = rows.length + count > 0 ? null : readers.empty(format);
  if (issue !== null) yield [{ line: 1, raw: '', row: E.left(refusedFile(issue)) }];
}

/** Reads one object a line; blank lines are skipped. */
export const ndjsonObjects = (limits: JsonLimits): RowReader<Row<JsonObject>> => {
  const read = (line: Line): Row<JsonObject> => {
    const { number, text, fault } = line;
    if (fault !== null) return rejectedLine(line, fault);
    const parsed = parseJson(text, limits);
    if (E.isRight(parsed) && isJsonObject(parsed.right)) return { line: number, raw: text, row: E.right(parsed.right) };
    const [complaint, column] = E.isLeft(parsed)
      ? [ofParseError(parsed.left, text), placeIn(text, parsed.left.position).column]
      : [parsed.right === null ? complain('null') : complain('invalid', 'Must be an object.'), 1];
    return { line: number, raw: text, row: E.left(rejected({ ...complaint, path: '', column })) };
  };
  return {
    add: (lines) => lines.filter((line) => !isBlank(line)).map(read),
    end: () => [],
  };
};

async function* behind<A>(
  first: ReadonlyArray<Row<A>>,
  rest: AsyncGenerator<ReadonlyArray<Row<A>>>,
): AsyncGenerator<Row<A>> {
  try {
    yield* first;
    for await (const rows of rest) yield* rows;
  } finally {
    await rest.return(undefined);
  }
}

/**
 * Reads up to the first row, then one by one.
 *
 * @returns Left if that row refuses the file, so that nothing is done with any part of it.
 */
export const beginReading =
  <A>(file: string, rows: AsyncGenerator<ReadonlyArray<Row<A>>>) =>
  async (): Promise<E.Either<FileRefused, AsyncGenerator<Row<A>>>> => {
    const first = await rows.next();
    if (first.done === true) return E.right(behind([], rows));
    const [{ row }] = first.value as readonly [Row<A>];
    if (E.isLeft(row) && row.left.refusesFile === true) {
      await rows.return(undefined);
      return E.left({ kind: 'file_refused', file, detail: row.left.detail });
    }
    return E.right(behind(first.value, rows));
  };
