import * as E from 'fp-ts/lib/Either.js';
import { type Row, refusedFile } from '../row.ts';
import type { Line } from '../source/lines.ts';
import { type Columns, emptyTable, readHeader } from './csv-header.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';

/** The values of a row by column, including empty ones; optional columns that the file does not have are missing. */
export type Values = Readonly<Record<string, string | undefined>>;

/** Reads the rows of a CSV file whose first row names its columns, in any order. If the header is wrong, no row is read. */
export const csvTable = (columns: Columns) =>
  async function* (lines: AsyncIterable<Line>): AsyncGenerator<Row<Values>> {
    let header: CsvRecord | null = null;
    for await (const { line, raw, row } of csvRecords(lines)) {
      if (header !== null) {
        const csv = { columns: header, fields: E.isRight(row) ? row.right : null };
        yield { line, raw, csv, row: E.map(toValues(header))(row) };
        continue;
      }
      const read = readHeader(columns, row);
      if (E.isLeft(read)) {
        yield { line, raw, row: read };
        return;
      }
      header = read.right;
    }
    if (header === null) yield { line: 1, raw: '', row: E.left(refusedFile(emptyTable(columns))) };
  };

const toValues =
  (header: CsvRecord) =>
  (fields: CsvRecord): Values =>
    Object.fromEntries(header.map((name, at) => [name, fields[at]!]));
