import type { Row } from '@carryover/files/row';
import { decompressed } from '@carryover/files/source/decompressed';
import type { FileRefused } from '@carryover/files/source/file-failure';
import { isBlank, type Line, linesOf } from '@carryover/files/source/lines';
import type { Format, Source } from '@carryover/files/source/source';
import { startingWith } from '@carryover/files/source/starting-with';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** The readers of rows by format. */
type Readers<A> = Readonly<Record<Format, (lines: AsyncIterable<Line>) => AsyncIterable<Row<A>>>>;

/** Returns the lines from the first non-blank one on. It determines the format if the name does not: `{` begins NDJSON, anything else CSV. */
const detect = async (
  lines: AsyncIterator<Line>,
): Promise<{ readonly format: Format; readonly first: ReadonlyArray<Line> }> => {
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    if (isBlank(next.value)) continue;
    return { format: /^[ \t]*\{/.test(next.value.text) ? 'ndjson' : 'csv', first: [next.value] };
  }
  return { format: 'csv', first: [] };
};

/**
 * The rows of a file, whatever its format and compression, in constant memory. A file that is empty, or does not begin with
 * the CSV header that is expected, has one row that refuses it.
 */
export async function* readRows<A>(source: Source, readers: Readers<A>): AsyncGenerator<Row<A>> {
  const lines = linesOf(decompressed(source.chunks));
  if (source.format !== null) {
    yield* readers[source.format](lines);
    return;
  }
  try {
    const { format, first } = await detect(lines);
    yield* readers[format](startingWith(first, lines));
  } finally {
    await lines.return(undefined);
  }
}

async function* withFirst<A>(first: A, rest: AsyncGenerator<A>): AsyncGenerator<A> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/**
 * Reads up to the first row.
 *
 * @returns Left if that row refuses the file, so that nothing is done with any part of it.
 */
export const beginReading =
  <A>(file: string, rows: AsyncGenerator<Row<A>>): TaskEither<FileRefused, AsyncGenerator<Row<A>>> =>
  async () => {
    const first = await rows.next();
    if (first.done === true) return E.right(rows);
    const { row } = first.value;
    if (E.isLeft(row) && row.left.refusesFile === true) {
      await rows.return(undefined);
      return E.left({ kind: 'file_refused', file, detail: row.left.detail });
    }
    return E.right(withFirst(first.value, rows));
  };
