import type { ErrorCode } from '@carryover/contract/error-codes';
import { complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import type { Line } from './lines.ts';
import { type Row, type RowIssue, type RowRejected, rejected } from './row.ts';

/** The columns of a table, by name. `ignored` may be there and are not looked at. */
export type Columns = {
  readonly required: ReadonlyArray<string>;
  readonly optional: ReadonlyArray<string>;
  readonly ignored: ReadonlyArray<string>;
};

/** A row below the header: its text and its values by column, empty ones too; of an optional column perhaps none. */
export type TableRow = { readonly raw: string; readonly values: Readonly<Record<string, string | undefined>> };

/** What is wrong with a header; `attr` is the column. */
const issueOfHeader = (columns: Columns, header: ReadonlyArray<string>): RowIssue | null => {
  const { required, optional, ignored } = columns;
  const may = optional.length === 0 ? '' : ` and may be ${optional.join(',')}`;
  const issue = (code: ErrorCode, what: string, attr: string): RowIssue => ({
    ...complain(code, `${what} The columns are ${required.join(',')}${may}, separated by commas.`),
    attr,
  });
  const unknown = header.find((name) => ![...required, ...optional, ...ignored].includes(name));
  if (unknown !== undefined) return issue('unknown_field', 'The header names an unknown column.', unknown);
  const twice = header.find((name, at) => header.indexOf(name) !== at);
  if (twice !== undefined) return issue('invalid', 'The header names a column twice.', twice);
  const missing = required.find((name) => !header.includes(name));
  return missing === undefined ? null : issue('required', 'The header lacks a column.', missing);
};

const EMPTY: RowIssue = { ...complain('required', 'The file is empty: not even a header.'), attr: '' };

/** @returns Left where the first row is not the expected header: then nothing after it is read. */
const readHeader = (columns: Columns, row: Row<CsvRecord>['row']): E.Either<RowRejected, ReadonlyArray<string>> => {
  if (E.isLeft(row)) return E.left({ ...row.left, stopsReading: true });
  const { raw, fields } = row.right;
  const issue = issueOfHeader(columns, fields);
  return issue === null ? E.right(fields) : E.left(rejected(raw, issue, true));
};

/** The rows of a CSV file whose first row names its columns, in any order. */
export const csvTable = (columns: Columns) =>
  async function* (lines: AsyncIterable<Line>): AsyncGenerator<Row<TableRow>> {
    let header: ReadonlyArray<string> | null = null;
    for await (const { line, row } of csvRecords(lines)) {
      if (header === null) {
        const read = readHeader(columns, row);
        if (E.isLeft(read)) {
          yield { line, row: read };
          return;
        }
        header = read.right;
      } else yield { line, row: E.map(toTableRow(header))(row) };
    }
    if (header === null) yield { line: 1, row: E.left(rejected('', EMPTY, true)) };
  };

const toTableRow =
  (header: ReadonlyArray<string>) =>
  ({ raw, fields }: CsvRecord): TableRow => ({
    raw,
    values: Object.fromEntries(header.map((name, at) => [name, fields[at]!])),
  });
