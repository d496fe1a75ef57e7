import type { Difference } from '@carryover/application/reconciliation/explanations';
import type { ReportedTotal } from '@carryover/application/reconciliation/tally';
import type { Total, TotalKey } from '@carryover/domain/control-total';
import { toMoney } from '@carryover/domain/decimal';
import { differenceOf, type Verdict } from '@carryover/domain/total-comparison';
import { toTextCell } from '@carryover/files/csv/csv-cell';
import type { ListedNote } from '../reconciliation/reconciliation.ts';
import { explanationText } from '../report/explanation-words.ts';
import { describeNote } from '../report/sentences.ts';

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
  'cause',
  'explanations',
  'verdict',
] as const;

/** The last column, if a person said something of a difference. */
const NOTES_COLUMN = 'notes';

/** Without control totals. */
const NOT_COMPARED = ',,,,,,';

/** The count and sum of a total as two cells. */
const figureCells = ({ count, sum }: Total): string => `${count},${sum === null ? '' : toMoney(sum)}`;

/** Account, ledger and type as three cells. */
const keyCells = ({ externalAccountNumber, ledgerNumber, type }: TotalKey): string =>
  `${toTextCell(externalAccountNumber)},${toTextCell(ledgerNumber)},${type}`;

/**
 * Returns a row up to the verdict, which is known once all rows are. Differences are stored less expected; a total that is
 * expected and not stored has count 0. Account and ledger numbers are written by {@link toTextCell} and read back by
 * `fromTextCell`; the figures are plain numbers.
 */
export const csvRow = (total: Omit<ReportedTotal, 'line'>): string => {
  const { expected, actual, cause } = total;
  const compared = `${figureCells(expected)},${figureCells(differenceOf(total))},${cause === null},${cause ?? ''}`;
  return `${keyCells(total)},${figureCells(actual)},${compared}`;
};

/** Returns a row of a report without control totals: the last seven columns are empty. */
export const storedRow = (total: ReportedTotal): string =>
  `${keyCells(total)},${figureCells(total.actual)}${NOT_COMPARED}`;

/** What the comparison of a report ends each row with. */
type Compared = { readonly verdict: Verdict; readonly differences: { readonly first: ReadonlyArray<Difference> } };

/**
 * A file of rows as RFC 4180 CSV, lines ended by CRLF, one string a line. The verdict is that of the whole report, on each line, and
 * the explanations are those of the first differences of each cause; null if nothing was compared.
 */
export function* csvLines(
  rows: Iterable<string>,
  comparison: Compared | null,
  notes: ReadonlyArray<ListedNote> = [],
): Generator<string, void> {
  yield `${[...CSV_COLUMNS, ...(notes.length > 0 ? [NOTES_COLUMN] : [])].join(',')}\r\n`;
  const explained = new Map(
    comparison?.differences.first.map((difference) => [csvRow(difference), explanationText(difference)]),
  );
  const noted = Map.groupBy(notes, ({ now }) => (now === null ? '' : csvRow(now)));
  const notesOf = (row: string): string => toTextCell((noted.get(row) ?? []).map(describeNote).join('; '));
  for (const row of rows) {
    const line = `${row},${toTextCell(explained.get(row) ?? '')},${comparison?.verdict ?? ''}`;
    yield notes.length > 0 ? `${line},${notesOf(row)}\r\n` : `${line}\r\n`;
  }
}
