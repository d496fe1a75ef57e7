import type { ErrorCode } from '@carryover/contract/error-codes';
import { complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import type { Line } from './lines.ts';
import type { Row, RowIssue, RowRejected } from './row.ts';

/** The columns of a table, by name. `ignored` may be there and are not looked at. */
export type Columns = {
  readonly required: ReadonlyArray<string>;
  readonly optional: ReadonlyArray<string>;
  readonly ignored: ReadonlyArray<string>;
};

/** The values of a row by column, empty ones too; none of an optional column that the file doesn't have. */
export type Values = Readonly<Record<string, string | undefined>>;

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
const readHeader = (columns: Columns, first: E.Either<RowRejected, CsvRecord>): E.Either<RowRejected, CsvRecord> => {
  if (E.isLeft(first)) return E.left({ ...first.left, stopsReading: true });
  const issue = issueOfHeader(columns, first.right);
  return issue === null ? first : E.left({ ...issue, stopsReading: true });
};

/** The rows of a CSV file whose first row names its columns, in any order. */
export const csvTable = (columns: Columns) =>
  async function* (lines: AsyncIterable<Line>): AsyncGenerator<Row<Values>> {
    let header: CsvRecord | null = null;
    for await (const { line, raw, row } of csvRecords(lines)) {
      if (header !== null) {
        yield { line, raw, row: E.map(toValues(header))(row) };
        continue;
      }
      const read = readHeader(columns, row);
      if (E.isLeft(read)) {
        yield { line, raw, row: read };
        return;
      }
      header = read.right;
    }
    if (header === null) yield { line: 1, raw: '', row: E.left({ ...EMPTY, stopsReading: true }) };
  };

const toValues =
  (header: CsvRecord) =>
  (fields: CsvRecord): Values =>
    Object.fromEntries(header.map((name, at) => [name, fields[at]!]));
