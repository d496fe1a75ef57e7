import type { Reconciliation } from '@carryover/application/reconciliation';
import { keyOf, type Total, type TotalDifference, type TotalKey } from '@carryover/domain/control-total';
import { toMoney } from '@carryover/domain/decimal';
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

const NOT_COMPARED = ',,,,';

const cells = ({ count, sum }: Total): string => `${count},${toMoney(sum)}`;

/** The last five columns of a total that differs: what was expected, and actual less expected. */
const differing = ({ expected, actual }: TotalDifference): string =>
  `${cells(expected)},${cells({ count: actual.count - expected.count, sum: actual.sum.minus(expected.sum) })},false`;

const row = (key: TotalKey, landed: string, comparison: string): string =>
  `${toTextCell(key.externalAccountNumber)},${toTextCell(key.ledgerNumber)},${key.type},${landed},${comparison}\r\n`;

/**
 * A line for each account, ledger and type as RFC 4180 CSV, lines ended by CRLF, one string a line: first what has landed, in
 * its order, then what was expected and has not landed, with count 0. Differences are actual less expected; without control
 * totals the last five columns are empty. Account and ledger numbers are written by {@link toTextCell} and read back by
 * `fromTextCell`; the figures are plain numbers, a leading minus and all.
 */
export function* csvLines({ totals, comparison }: Reconciliation): Generator<string, void> {
  yield `${CSV_COLUMNS.join(',')}\r\n`;
  const open = new Map(comparison?.differences.map((difference) => [keyOf(difference), difference]));
  for (const total of totals) {
    const key = open.size === 0 ? '' : keyOf(total);
    const difference = open.get(key);
    open.delete(key);
    const landed = cells(total);
    const compared = difference === undefined ? `${landed},0,0.00,true` : differing(difference);
    yield row(total, landed, comparison === null ? NOT_COMPARED : compared);
  }
  for (const difference of open.values()) yield row(difference, cells(difference.actual), differing(difference));
}
