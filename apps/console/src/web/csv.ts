import { toTextCell } from '@carryover/operator/report/csv/csv-cell';

/** A CSV file, a row at a time, with a byte order mark so that spreadsheets read UTF-8. */
export async function* csvText(rows: AsyncIterable<ReadonlyArray<string>>): AsyncGenerator<string> {
  yield '\uFEFF';
  for await (const row of rows) yield `${row.map(toTextCell).join(',')}\r\n`;
}
