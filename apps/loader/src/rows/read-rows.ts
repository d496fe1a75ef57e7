import { complain } from '@carryover/contract/issue';
import { decompressed } from '@carryover/files/source/decompressed';
import { isBlank, type Line, lineBatchesOf } from '@carryover/files/source/lines';
import type { Format, Source } from '@carryover/files/source/source';
import { badRow } from './item-row.ts';
import type { RowReader } from './row-reader.ts';

/** The body of a request has at most 16 MiB (decisions 3), and a line of billing documents is one. */
const MAX_LINE_BYTES = 16_777_216;

const NO_ROWS = badRow(
  { line: 1, raw: '' },
  { ...complain('required', 'The file has no rows.'), path: '', column: null },
  true,
);

/** Determines the format if the name does not: `{` begins NDJSON, anything else CSV. Null: only blank lines so far. */
const detect = (lines: ReadonlyArray<Line>): Format | null => {
  const first = lines.find((line) => !isBlank(line));
  if (first === undefined) return null;
  return /^[ \t]*\{/.test(first.text) ? 'ndjson' : 'csv';
};

/** The readers of rows by format, and what they make of a bad row. */
type RowReaders<R> = Readonly<Record<Format, () => RowReader<R>>> & {
  readonly isLast: (row: R) => boolean;
  readonly ofBadRow: (row: typeof NO_ROWS) => R;
};

/**
 * Reads the rows of a file in batches, in the order of the file and in constant memory. The format follows from the file's
 * name, else from its content; compressed files are decompressed. Blank lines are skipped; a file without a row is bad.
 *
 * Nothing is thrown for a damaged file: its last row is bad and says `stopsReading`.
 */
export async function* readRows<R>(source: Source, readers: RowReaders<R>): AsyncGenerator<ReadonlyArray<R>> {
  const upToLast = (rows: ReadonlyArray<R>) => {
    const last = rows.findIndex(readers.isLast);
    return last === -1 ? { rows, isStopped: false } : { rows: rows.slice(0, last + 1), isStopped: true };
  };
  let reader: RowReader<R> | null = null;
  let count = 0;
  for await (const lines of lineBatchesOf(decompressed(source.chunks), MAX_LINE_BYTES)) {
    const format = source.format ?? detect(lines);
    if (reader === null && format === null) continue;
    reader ??= readers[format!]();
    const { rows, isStopped } = upToLast(reader.add(lines));
    count += rows.length;
    if (rows.length > 0) yield rows;
    if (isStopped) return;
  }
  const { rows } = upToLast(reader?.end() ?? []);
  if (rows.length > 0) yield rows;
  else if (count === 0) yield [readers.ofBadRow(NO_ROWS)];
}
