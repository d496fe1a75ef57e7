import { grouped } from '@carryover/report-page/grouped';
import { isTransactionType, type TotalDifference } from '../proof/account-totals.ts';
import type { Difference, Moved } from '../proof/prove.ts';
import type { Figures, TypeTotal } from '../proof/type-totals.ts';
import { number } from './proof-report.ts';

/** The count and the sum of a total for a reader, as the operator's reconciliation shows them: what has no amount has no sum. */
const shownFigures = (type: string, { count, sum }: Figures): readonly [string, string] => [
  number(count),
  isTransactionType(type) ? grouped(sum) : '–',
];

/** A row of the totals by type: type, expected count and sum, stored count and sum. */
export const typeRow = ({ type, expected, stored }: TypeTotal): ReadonlyArray<string> => [
  type,
  ...shownFigures(type, expected),
  ...shownFigures(type, stored),
];

/** A row of the totals that differ: account, ledger, type, expected count and sum, stored count and sum. */
export const totalRow = ({ account, ledger, type, expected, actual }: TotalDifference): ReadonlyArray<string> => [
  account.number,
  ledger,
  type,
  ...shownFigures(type, expected),
  ...shownFigures(type, actual),
];

const LONGEST_VALUE = 200;
const shown = (value: string): string => (value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE)}…`);

/** A row of the items that differ: file, line, account, type, identifier, field, sent value, stored value. */
export const differenceRow = (difference: Difference): ReadonlyArray<string> => {
  const { file, line, account, type, id, path, code, field, sent, stored } = difference;
  const place = [file, String(line), account.number, type, shown(id)];
  const of = [path, field ?? ''].filter((part) => part !== '').join('.');
  switch (code) {
    case 'not_found':
      return [...place, of, 'given', 'not found'];
    case 'stored_more_than_once':
      return [...place, of, 'once', `${stored} times`];
    case 'differs':
      return [...place, of, shown(sent ?? '–'), shown(stored ?? '–')];
  }
};

/** A row of the moved transactions: file, line, account, identifier, date sent, date stored. */
export const movedRow = ({ file, line, account, id, transactionDate, newTransactionDate }: Moved) => [
  file,
  String(line),
  account.number,
  id,
  transactionDate,
  newTransactionDate,
];
