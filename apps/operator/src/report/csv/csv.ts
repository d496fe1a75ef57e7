import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import {
  isCountedType,
  keyOf,
  type Total,
  type TotalDifference,
  type TotalKey,
  type TotalType,
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
  'verdict',
] as const;

const NOT_COMPARED = ',,,,,';
const NO_DIFFERENCE: Total = { count: 0, sum: ZERO };

const cells = (type: TotalType, { count, sum }: Total): string => `${count},${isCountedType(type) ? '' : toMoney(sum)}`;

/** The columns of a total that differs: what was expected, and stored less expected. */
const differing = ({ type, expected, actual }: TotalDifference): string => {
  const difference = { count: actual.count - expected.count, sum: actual.sum.minus(expected.sum) };
  return `${cells(type, expected)},${cells(type, difference)},false`;
};

const row = (key: TotalKey, stored: string, comparison: string): string =>
  `${toTextCell(key.externalAccountNumber)},${toTextCell(key.ledgerNumber)},${key.type},${stored},${comparison}\r\n`;

/**
 * A line for each account, ledger and type as RFC 4180 CSV, lines ended by CRLF, one string a line: first what is stored, in
 * its order, then what was expected and is not stored, with count 0. Differences are stored less expected; the verdict is that of
 * the whole report, on each line. Without control totals the last six columns are empty; a type that is only counted has empty
 * sums. Account and ledger numbers are written by {@link toTextCell} and read back by `fromTextCell`; the figures are plain
 * numbers, a leading minus and all.
 */
export function* csvLines({ totals, comparison }: Reconciliation): Generator<string, void> {
  yield `${CSV_COLUMNS.join(',')}\r\n`;
  const open = new Map(comparison?.differences.map((difference) => [keyOf(difference), difference]));
  const last = comparison === null ? '' : `,${comparison.verdict}`;
  for (const total of totals) {
    const key = open.size === 0 ? '' : keyOf(total);
    const difference = open.get(key);
    open.delete(key);
    const stored = cells(total.type, total);
    const none = cells(total.type, NO_DIFFERENCE);
    const compared = difference === undefined ? `${stored},${none},true` : differing(difference);
    yield row(total, stored, comparison === null ? NOT_COMPARED : compared + last);
  }
  for (const difference of open.values())
    yield row(difference, cells(difference.type, difference.actual), differing(difference) + last);
}
