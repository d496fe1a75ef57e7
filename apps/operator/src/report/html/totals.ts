import type { Reconciliation } from '@carryover/application/reconciliation';
import { Decimal } from '@carryover/domain/decimal';
import { linesByType, type TypeLine } from '../by-type.ts';
import { count, money, percent, signedCount, signedMoney } from '../figures.ts';
import { barChart, partsChart } from './chart.ts';
import { type Content, type Html, html, NOTHING } from './markup.ts';
import { section } from './section.ts';
import { type Column, table } from './table.ts';

const LANDED: ReadonlyArray<Column> = [
  { title: 'Type', kind: 'text' },
  { title: 'Count', kind: 'figure' },
  { title: 'Sum', kind: 'figure' },
];
const COMPARED: ReadonlyArray<Column> = [
  { title: 'Totals that differ', kind: 'figure' },
  { title: 'Count difference', kind: 'figure' },
  { title: 'Sum difference', kind: 'figure' },
];

/** How many totals agree and how many differ, as one bar with its legend. */
export const agreement = ({ comparison }: Reconciliation): Html => {
  if (comparison === null || comparison.compared === 0) return NOTHING;
  const { compared, agreeing, differences } = comparison;
  const [agree, differ] = [agreeing, differences.length].map((n) => `${count(n)} (${percent(n, compared)})`);
  return section(
    'agreement',
    'Agreement with the control totals',
    `${count(compared)} totals were compared: one for each account, ledger and type, its count and its exact sum. Both have to agree.`,
    html`${partsChart(`Agreeing: ${agree}. Differing: ${differ}.`, agreeing, differences.length)}<ul class="legend">
<li><svg aria-hidden="true" width="16" height="16"><rect class="agreeing" width="16" height="16"/></svg> Agreeing: <strong>${agree!}</strong></li>
<li><svg aria-hidden="true" width="16" height="16"><rect class="differing" width="16" height="16"/><rect class="hatched" width="16" height="16"/></svg> Differing: <strong>${differ!}</strong></li>
</ul>
`,
  );
};

const landedCells = ({ type, count: n, sum }: TypeLine): ReadonlyArray<Content> => [type, count(n), money(sum)];

const comparedCells = (line: TypeLine): ReadonlyArray<Content> => [
  ...landedCells(line),
  count(line.differing),
  signedCount(line.difference.count),
  signedMoney(line.difference.sum),
];

/** Counts and sums by type, drawn and in figures. */
export const totalsByType = (reconciliation: Reconciliation): Html => {
  const items = linesByType(reconciliation);
  if (items.length === 0) return NOTHING;
  const isCompared = reconciliation.comparison !== null;
  const bars = (figure: (line: TypeLine) => string, value: (line: TypeLine) => Decimal) =>
    items.map((line) => ({ label: line.type, figure: figure(line), value: value(line) }));
  const byCount = bars(
    ({ count: n }) => count(n),
    ({ count: n }) => new Decimal(n),
  );
  const bySum = bars(
    ({ sum }) => money(sum),
    ({ sum }) => sum,
  );
  return section(
    'by-type',
    'Transactions by type',
    isCompared
      ? 'What has landed over all accounts and ledgers. Differences are what landed less what was expected; they may cancel each other out, so the number of totals that differ stands beside them.'
      : 'What has landed over all accounts and ledgers.',
    html`<div class="charts">${barChart('Transactions', byCount)}${barChart('Sum of amounts', bySum)}</div>
${table({
  labelledBy: 'by-type',
  columns: isCompared ? [...LANDED, ...COMPARED] : LANDED,
  items,
  toCells: isCompared ? comparedCells : landedCells,
})}`,
  );
};
