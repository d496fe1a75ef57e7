import { complain } from '@carryover/contract/issue';
import { decompressed } from '@carryover/files/source/decompressed';
import { isBlank, type Line, lineBatchesOf } from '@carryover/files/source/lines';
import type { Format, Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { makeCsvItems } from './csv-items.ts';
import { badRow, type ItemRow, type Judging } from './item-row.ts';
import type { Kind } from './kind.ts';
import { makeNdjsonItems } from './ndjson-items.ts';
import type { RowReader } from './row-reader.ts';

/** The body of a request has at most 16 MiB (decisions 3), and a line of billing documents is one. */
const MAX_LINE_BYTES = 16_777_216;

const NO_ROWS = { ...complain('required', 'The file has no rows.'), path: '', column: null };

/** Determines the format if the name does not: `{` begins NDJSON, anything else CSV. Null: only blank lines so far. */
const detect = (lines: ReadonlyArray<Line>): Format | null => {
  const first = lines.find((line) => !isBlank(line));
  if (first === undefined) return null;
  return /^[ \t]*\{/.test(first.text) ? 'ndjson' : 'csv';
};

/** The rows up to one after which nothing is read. */
const upToStop = <K extends Kind>(rows: ReadonlyArray<ItemRow<K>>) => {
  const stop = rows.findIndex(({ row }) => E.isLeft(row) && row.left.stopsReading);
  return stop === -1 ? { rows, isStopped: false } : { rows: rows.slice(0, stop + 1), isStopped: true };
};

/**
 * Reads the rows of a file in batches, in the order of the file and in constant memory. The format follows from the file's
 * name, else from its content; compressed files are decompressed. Blank lines are skipped; a file without a row is bad.
 *
 * Nothing is thrown for a damaged file: its last row is bad and says `stopsReading`.
 */
export async function* readItems<K extends Kind>(
  kind: K,
  source: Source,
  judging: Judging,
): AsyncGenerator<ReadonlyArray<ItemRow<K>>> {
  const make = { ndjson: makeNdjsonItems, csv: makeCsvItems };
  let reader: RowReader<K> | null = null;
  let count = 0;
  for await (const lines of lineBatchesOf(decompressed(source.chunks), MAX_LINE_BYTES)) {
    const format = source.format ?? detect(lines);
    if (reader === null && format === null) continue;
    reader ??= make[format!](kind, judging);
    const { rows, isStopped } = upToStop(reader.add(lines));
    count += rows.length;
    if (rows.length > 0) yield rows;
    if (isStopped) return;
  }
  const rest = upToStop(reader?.end() ?? []).rows;
  if (rest.length > 0) yield rest;
  else if (count === 0) yield [badRow({ line: 1, raw: '' }, NO_ROWS, true)];
}
