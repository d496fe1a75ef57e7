import type { ValueOf } from '@carryover/contract/codecs/codec';
import { controlTotal } from '@carryover/contract/codecs/control-total';
import { complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fromTextCell } from '../csv/csv-cell.ts';
import type { Columns } from '../csv/csv-header.ts';
import { csvTable, type Values } from '../csv/csv-table.ts';
import { type RowReader, readRows } from '../read-rows.ts';
import { type Row, type RowIssue, rejected } from '../row.ts';
import { MAX_LINE_BYTES } from '../source/lines.ts';
import type { Source } from '../source/source.ts';
import { decode, toRowIssue } from './decode.ts';
import { emptyFile, ndjsonRows } from './ndjson.ts';

type ControlTotal = ValueOf<typeof controlTotal>;

/** The client's columns (decisions 14), and those that the operator's own reconciliation adds. */
const COLUMNS: Columns = {
  required: ['external_account_number', 'ledger_number', 'type', 'count', 'sum'],
  optional: [],
  ignored: [
    'expected_count',
    'expected_sum',
    'count_difference',
    'sum_difference',
    'agrees',
    'cause',
    'verdict',
    'explanations',
    'notes',
  ],
};

export const isAlreadyOnLine = (line: number): RowIssue => ({
  ...complain('invalid', `The total of this account, ledger and type is already on line ${line}.`),
  path: '',
});

/** Returns true if the reconciliation wrote the file: it guards numbers that a spreadsheet would take for formulas. */
const isOurOwn = (values: Values): boolean => COLUMNS.ignored.some((name) => values[name] !== undefined);

const toTotal = (values: Values): E.Either<RowIssue, ControlTotal> => {
  const read = isOurOwn(values) ? fromTextCell : (cell: string) => cell;
  const sent = Object.fromEntries(COLUMNS.required.map((name) => [name, read(values[name]!)]));
  return E.mapLeft(toRowIssue)(decode(controlTotal, sent));
};

const csvTotals = (): RowReader<Row<ControlTotal>> => {
  const table = csvTable({ columns: () => COLUMNS, others: 'refused' });
  const toRow = ({ line, raw, row }: Row<Values>): Row<ControlTotal> => {
    const total = (values: Values) =>
      pipe(
        toTotal(values),
        E.mapLeft((issue) => rejected(issue)),
      );
    return { line, raw, row: E.chain(total)(row) };
  };
  return { add: (lines) => table.add(lines).map(toRow), end: () => table.end().map(toRow) };
};

/**
 * The control totals of a file (decisions 14), in its order. The second of two totals of one account, ledger and type is
 * found once all are read: to add them up or to take one would be a guess.
 */
export const readControlTotals = (source: Source): AsyncGenerator<ReadonlyArray<Row<ControlTotal>>> =>
  readRows(source, {
    ndjson: () => ndjsonRows(controlTotal, () => null),
    csv: csvTotals,
    maxLineBytes: MAX_LINE_BYTES,
    empty: (format) => (format === 'ndjson' ? emptyFile(controlTotal) : null),
  });
