import type { Reconciliation } from '@carryover/application/reconciliation';
import { toDateTime } from '@carryover/domain/date-time';
import { linesByType } from '../by-type.ts';
import { COUNTS } from '../counts.ts';
import { count, money, signedCount, signedMoney } from '../figures.ts';
import { visible } from '../visible.ts';
import type { Section } from './section.ts';
import { figure, table, text, word } from './table.ts';

/** Whose migration this is, and when it was looked at. */
export const heading = (reconciliation: Reconciliation, width: number): ReadonlyArray<string> =>
  table(
    [text(''), text('')],
    [
      ['Organisation', reconciliation.organisation],
      ['Import supplier', `${visible(reconciliation.supplierCode)} (${reconciliation.supplierStatus})`],
      ['Made at', toDateTime(reconciliation.madeAt)],
    ],
    width,
  );

export const counts = (reconciliation: Reconciliation, width: number): Section => ({
  title: 'What has landed',
  lines: table(
    [text(''), figure('')],
    COUNTS.map(([title, field]) => [title, count(reconciliation.counts[field])]),
    width,
  ),
});

/** Sums by type; with control totals also how many totals of the type differ, and what the differences come to. */
export const sumsByType = (reconciliation: Reconciliation, width: number): Section => {
  const lines = linesByType(reconciliation);
  const landed = [word('Type'), figure('Count'), figure('Sum')];
  const compared = [figure('Differing'), figure('By count'), figure('By sum')];
  const isCompared = reconciliation.comparison !== null;
  const rows = lines.map(({ type, count: n, sum, differing, difference }) => {
    const differences = [count(differing), signedCount(difference.count), signedMoney(difference.sum)];
    return [type, count(n), money(sum), ...(isCompared ? differences : [])];
  });
  return {
    title: 'Sums by type',
    lines: rows.length === 0 ? [] : table(isCompared ? [...landed, ...compared] : landed, rows, width),
  };
};
