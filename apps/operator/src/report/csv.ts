import type { Reconciliation } from '@carryover/application/reconciliation';
import {
  type ControlTotal,
  keyOf,
  type Total,
  type TotalDifference,
  type TotalKey,
} from '@carryover/domain/control-total';
import { toMoney, ZERO } from '@carryover/domain/decimal';
import { toTextCell } from './csv-cell.ts';

/** The first five are the form of `--expected` (decisions 14): the file can be given back as control totals. */
export const CSV_COLUMNS = [
  'external_account_number',
  'ledger_number',
  'type',
  'count',
  'sum',
  'expected_count',
  'expected_sum',
  'count_difference',
  'sum_difference',
  'agrees',
] as const;

const NOTHING: Total = { count: 0, sum: ZERO };
const NOT_COMPARED = ',,,,';

const cells = ({ count, sum }: Total): string => `${count},${toMoney(sum)}`;

/** The last five columns: what was expected, actual less expected, and whether they agree. */
const comparisonOf = (actual: Total, expected: Total, agrees: boolean): string =>
  `${cells(expected)},${cells({ count: actual.count - expected.count, sum: actual.sum.minus(expected.sum) })},${agrees}`;

const row = (key: TotalKey, actual: Total, comparison: string): string =>
  `${toTextCell(key.externalAccountNumber)},${toTextCell(key.ledgerNumber)},${key.type},${cells(actual)},${comparison}\r\n`;

const comparedRow = (total: ControlTotal, difference: TotalDifference | undefined): string =>
  row(total, total, comparisonOf(total, difference?.expected ?? total, difference === undefined));

/**
 * A line for each account, ledger and type as RFC 4180 CSV in UTF-8, lines ended by CRLF, one string a line: first what has landed, in its
 * order, then what was expected and has not landed, with count 0. Differences are actual less expected; without control
 * totals the last five columns are empty. Account and ledger numbers are written by {@link toTextCell} and read back by
 * `fromTextCell`; the figures are plain numbers, a leading minus and all.
 */
export function* csvLines({ totals, comparison }: Reconciliation): Generator<string, void> {
  yield `${CSV_COLUMNS.join(',')}\r\n`;
  if (comparison === null) {
    for (const total of totals) yield row(total, total, NOT_COMPARED);
    return;
  }
  const open = new Map(comparison.differences.map((difference) => [keyOf(difference), difference]));
  for (const total of totals) {
    const key = keyOf(total);
    yield comparedRow(total, open.get(key));
    open.delete(key);
  }
  for (const difference of open.values()) yield comparedRow({ ...difference, ...NOTHING }, difference);
}
