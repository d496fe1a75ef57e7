import { grouped } from '@carryover/report-page/grouped';
import { type Figures, isTransactionType } from '../proof/account-totals.ts';
import type { Proof } from '../proof/prove.ts';

/** A count for a reader: `12,345`. */
export const number = (value: number): string => grouped(String(value));

/** The count and the sum of a total for a reader, as the operator's reconciliation shows them: what has no amount has no sum. */
const shownFigures = (type: string, { count, sum }: Figures): readonly [string, string] => [
  number(count),
  isTransactionType(type) ? grouped(sum) : '–',
];

/** A row of the totals by type: type, expected count and sum, stored count and sum. */
export const typeRow = ({ type, expected, stored }: Proof['totals'][number]): ReadonlyArray<string> => [
  type,
  ...shownFigures(type, expected),
  ...shownFigures(type, stored),
];

/** A row of the differences: account, ledger, type, expected count and sum, stored count and sum. */
export const differenceRow = ({
  account,
  ledger,
  type,
  expected,
  actual,
}: Proof['differences'][number]): ReadonlyArray<string> => [
  account.number,
  ledger,
  type,
  ...shownFigures(type, expected),
  ...shownFigures(type, actual),
];
