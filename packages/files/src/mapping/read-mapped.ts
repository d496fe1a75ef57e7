import type { JsonObject } from '@carryover/contract/json/exact-json';
import { type RowReader, readRows } from '../read-rows.ts';
import type { Row } from '../row.ts';
import type { Source } from '../source/source.ts';
import type { CompiledMapping } from './compile-mapping.ts';
import { mappedLines } from './mapped-lines.ts';

type Reader = RowReader<Row<JsonObject>>;

/**
 * Reads the rows of a file with a mapping, in batches. A file without a row is refused by its reader.
 *
 * @param rows makes them of lines.
 */
export const readMapped = (
  compiled: CompiledMapping,
  source: Source,
  rows: () => Reader | Promise<Reader>,
  maxLineBytes: number,
): AsyncGenerator<ReadonlyArray<Row<JsonObject>>> =>
  readRows<JsonObject>(
    { ...source, format: 'csv' },
    {
      ndjson: rows,
      csv: rows,
      maxLineBytes,
      empty: () => null,
      lines: (of, maxBytes) => mappedLines(compiled, of, maxBytes),
    },
  );
