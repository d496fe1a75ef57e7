import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import { isCountedType } from '@carryover/domain/control-total';
import { Decimal } from '@carryover/domain/decimal';
import { linesByType, type TypeLine } from '../by-type.ts';
import { count, counted, money, percent, signedCount, signedMoney, sumOf } from '../figures.ts';
import { barChart, partsChart } from './chart.ts';
import { type Content, type Html, html, NOTHING } from './markup.ts';
import { section } from './section.ts';
import { type Column, table } from './table.ts';

const figureColumn = (title: string): Column => ({ title, kind: 'figure' });
const TYPE: Column = { title: 'Type', kind: 'text' };

const STORED: ReadonlyArray<Column> = [TYPE, ...['Count', 'Sum'].map(figureColumn)];
const COMPARED: ReadonlyArray<Column> = [
  TYPE,
  ...[
    'Expected count',
    'Expected sum',
    'Stored count',
    'Stored sum',
    'Count difference',
    'Sum difference',
    'Totals that differ',
  ].map(figureColumn),
];

/** How many totals agree and how many differ, as one bar with its legend. */
export const agreement = ({ comparison }: Reconciliation): Html => {
  if (comparison === null || comparison.compared === 0) return NOTHING;
  const { compared, agreeing, unread, differences } = comparison;
  const left =
    unread === 0
      ? ''
      : ` ${counted(unread, 'row that could not be read is', 'rows that could not be read are')} not part of it.`;
  const [agree, differ] = [agreeing, differences.length].map((n) => `${count(n)} (${percent(n, compared)})`);
  return section(
    'agreement',
    'Agreement with the control totals',
    `${counted(compared, 'total was', 'totals were')} compared: one for each account, ledger and type, its count and its exact sum. Both have to agree.${left}`,
    html`${partsChart(`Agreeing: ${agree}. Differing: ${differ}.`, agreeing, differences.length)}<ul class="legend">
<li><svg aria-hidden="true" width="16" height="16"><rect class="agreeing" width="16" height="16"/></svg> Agreeing: <strong>${agree!}</strong></li>
<li><svg aria-hidden="true" width="16" height="16"><rect class="differing" width="16" height="16"/><rect class="hatched" width="16" height="16"/></svg> Differing: <strong>${differ!}</strong></li>
</ul>
`,
  );
};

const storedCells = ({ type, stored }: TypeLine): ReadonlyArray<Content> => [
  type,
  count(stored.count),
  sumOf(type, stored.sum),
];

const comparedCells = (line: TypeLine): ReadonlyArray<Content> => {
  const { type, stored, comparison } = line;
  if (comparison === null) return storedCells(line);
  const { expected, difference, differing } = comparison;
  return [
    type,
    count(expected.count),
    sumOf(type, expected.sum),
    count(stored.count),
    sumOf(type, stored.sum),
    signedCount(difference.count),
    sumOf(type, difference.sum, signedMoney),
    count(differing),
  ];
};

/** Transactions drawn: how many of each type, and their sums. */
const charts = (lines: ReadonlyArray<TypeLine>): Html => {
  const transactions = lines.filter(({ type }) => !isCountedType(type));
  if (transactions.length === 0) return NOTHING;
  const byCount = transactions.map(({ type, stored }) => ({
    label: type,
    figure: count(stored.count),
    value: new Decimal(stored.count),
  }));
  const bySum = transactions.map(({ type, stored }) => ({ label: type, figure: money(stored.sum), value: stored.sum }));
  return html`<div class="charts">${barChart('Transactions', byCount)}${barChart('Sum of amounts', bySum)}</div>
`;
};

/** What is expected and stored of each type, in figures, and drawn. */
export const totalsByType = (reconciliation: Reconciliation): Html => {
  const items = linesByType(reconciliation);
  if (items.length === 0) return NOTHING;
  const isCompared = reconciliation.comparison !== null;
  const columns = isCompared ? COMPARED : STORED;
  return section(
    'by-type',
    'Totals by type',
    isCompared
      ? 'Over all accounts and ledgers: what the control totals say, what is stored, and the difference, stored less expected. Differences may cancel each other out, so the number of totals that differ is given too.'
      : 'What is stored over all accounts and ledgers.',
    html`${table({ labelledBy: 'by-type', columns, items, toCells: comparedCells })}${charts(items)}`,
  );
};
