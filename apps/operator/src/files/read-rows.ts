import { decompressed } from './decompressed.ts';
import { isBlank, type Line, linesOf } from './lines.ts';
import type { Row } from './row.ts';
import type { Format, Source } from './source.ts';
import { startingWith } from './starting-with.ts';

/** How the rows of each format are read from a file's lines. */
export type Readers<A> = Readonly<Record<Format, (lines: AsyncIterable<Line>) => AsyncIterable<Row<A>>>>;

/** Lines from the first that is not blank on, which tells the format where the name doesn't: `{` begins NDJSON, anything else CSV. */
const detect = async (
  lines: AsyncIterator<Line>,
): Promise<{ readonly format: Format; readonly first: ReadonlyArray<Line> }> => {
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    if (isBlank(next.value)) continue;
    return { format: /^[ \t]*\{/.test(next.value.text) ? 'ndjson' : 'csv', first: [next.value] };
  }
  return { format: 'csv', first: [] };
};

/** The rows of a file, whatever its format and compression, in constant memory. */
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
