import { controlFileRow } from '@carryover/contract/codecs/control-total';
import { complain } from '@carryover/contract/issue';
import { type ControlTotal, keyOf } from '@carryover/domain/control-total';
import type { Columns } from '@carryover/files/csv/csv-header';
import { csvTable, type Values } from '@carryover/files/csv/csv-table';
import { type Check, type Row, type RowIssue, rejected } from '@carryover/files/row';
import type { Line } from '@carryover/files/source/lines';
import type { Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fromTextCell } from '../csv/csv-cell.ts';
import { checked, decode, toRowIssue } from './decode.ts';
import { ndjsonRows } from './ndjson.ts';
import { readRows } from './read-rows.ts';
import { makeSeenKeys } from './seen-keys.ts';

/** The client's columns (decisions 14), and those that the operator's own reconciliation adds. */
const COLUMNS: Columns = {
  required: ['external_account_number', 'ledger_number', 'type', 'count', 'sum'],
  optional: [],
  ignored: ['expected_count', 'expected_sum', 'count_difference', 'sum_difference', 'agrees', 'cause', 'verdict'],
};

export const isAlreadyOnLine = (line: number): RowIssue => ({
  ...complain('invalid', `The total of this account, ledger and type is already on line ${line}.`),
  attr: '',
});

const notRepeated = (): Check<ControlTotal> => {
  const seen = makeSeenKeys();
  return (total, line) => {
    const before = seen.lineBefore(keyOf(total), line);
    return before === null ? null : isAlreadyOnLine(before);
  };
};

/** Returns true if the reconciliation wrote the file: it guards numbers that a spreadsheet would take for formulas. */
const isOurOwn = (values: Values): boolean => COLUMNS.ignored.some((name) => values[name] !== undefined);

const toTotal = (values: Values): E.Either<RowIssue, ControlTotal> => {
  const read = isOurOwn(values) ? fromTextCell : (cell: string) => cell;
  const sent = Object.fromEntries(COLUMNS.required.map((name) => [name, read(values[name]!)]));
  return E.mapLeft(toRowIssue)(decode(controlFileRow, sent));
};

const csvTotals = (check: Check<ControlTotal>) =>
  async function* (lines: AsyncIterable<Line>): AsyncGenerator<Row<ControlTotal>> {
    for await (const { line, raw, row } of csvTable(COLUMNS)(lines)) {
      const total = (values: Values) => pipe(toTotal(values), E.chain(checked(check, line)), E.mapLeft(rejected));
      yield { line, raw, row: E.chain(total)(row) };
    }
  };

/**
 * The control totals of a file (decisions 14), in its order. The second of two totals of one account, ledger and type is
 * rejected wherever it is noticed ({@link makeSeenKeys}): to add them up or to take one would be a guess.
 */
export const readControlTotals = (source: Source): AsyncGenerator<Row<ControlTotal>> => {
  const check = notRepeated();
  return readRows(source, { ndjson: ndjsonRows(controlFileRow, check), csv: csvTotals(check) });
};
