import { grouped } from '@carryover/report-page/grouped';
import { type Figures, isTransactionType } from '../proof/account-totals.ts';

/** A count for a reader: `12,345`. */
export const number = (value: number): string => grouped(String(value));

/** The count and the sum of a total for a reader, as the operator's reconciliation shows them: what has no amount has no sum. */
export const shownFigures = (type: string, { count, sum }: Figures): readonly [string, string] => [
  number(count),
  isTransactionType(type) ? grouped(sum) : '–',
];
