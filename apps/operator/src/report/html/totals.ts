import { isCountedType, minus, type Total, type TotalType } from '@carryover/domain/control-total';
import { Decimal } from '@carryover/domain/decimal';
import { figure, type Row, type Section, text } from '@carryover/report-page/section';
import { linesByType, type TypeLine } from '../by-type.ts';
import { count, counted, money, percent, signedCount, signedMoney, sumOf } from '../figures.ts';
import type { Report } from '../report.ts';
import { barChart, type Chart, shares } from './chart.ts';

const STORED = [text('Type'), figure('Count'), figure('Sum')];
/** The columns of {@link comparedCells}; on a narrow screen, which hides the head of the table, their titles name the cells. */
export const COMPARED = [
  text('Type'),
  ...['Expected', 'Stored'].flatMap((group) => [figure(`${group} count`), figure(`${group} sum`)]),
  figure('Count difference'),
  figure('Sum difference'),
];

/** The numbers of totals that agree and differ, as one bar with its legend. */
export const agreement = ({ comparison }: Report): ReadonlyArray<Section> => {
  if (comparison === null || comparison.compared === 0) return [];
  const { compared, agreeing, unread, differences } = comparison;
  const left =
    unread === 0
      ? ''
      : ` ${counted(unread, 'row that could not be read is', 'rows that could not be read are')} not part of it.`;
  const shown = (n: number) => `${count(n)} (${percent(n, compared)})`;
  const [agreeingShare, differingShare] = shares(agreeing, differences.count);
  return [
    {
      id: 'agreement',
      title: 'Agreement with the control totals',
      intro: `${counted(compared, 'total was', 'totals were')} compared: one for each account, ledger and type, its count and its exact sum. Both have to agree.${left}`,
      body: {
        template: 'agreement',
        agreeing: shown(agreeing),
        differing: shown(differences.count),
        agreeingShare,
        differingShare,
      },
    },
  ];
};

/** The expected and stored figures of a type, and their difference. */
export const comparedCells = (type: TotalType, expected: Total, stored: Total): Row => {
  const difference = minus(stored, expected);
  return [
    type,
    count(expected.count),
    sumOf(type, expected.sum),
    count(stored.count),
    sumOf(type, stored.sum),
    signedCount(difference.count),
    sumOf(type, difference.sum, signedMoney),
  ];
};

const lineCells = ({ type, stored, comparison }: TypeLine): Row =>
  comparison === null
    ? [type, count(stored.count), sumOf(type, stored.sum)]
    : [...comparedCells(type, comparison.expected, stored), count(comparison.differing)];

/** Transactions drawn: how many of each type, and their sums. */
const charts = (lines: ReadonlyArray<TypeLine>): ReadonlyArray<Chart> => {
  const transactions = lines.filter(({ type }) => !isCountedType(type));
  if (transactions.length === 0) return [];
  const byCount = transactions.map(({ type, stored }) => ({
    label: type,
    figure: count(stored.count),
    value: new Decimal(stored.count),
  }));
  const bySum = transactions.map(({ type, stored }) => ({ label: type, figure: money(stored.sum), value: stored.sum }));
  return [barChart('Transactions', byCount), barChart('Sum of amounts', bySum)];
};

/** The expected and stored figures of each type, as a table and a chart. */
export const totalsByType = (report: Report): ReadonlyArray<Section> => {
  const lines = linesByType(report);
  if (lines.length === 0) return [];
  const isCompared = report.comparison !== null;
  const table = {
    labelledBy: 'by-type',
    columns: isCompared ? [...COMPARED, figure('Totals that differ')] : STORED,
    rows: lines.map(lineCells),
  };
  return [
    {
      id: 'by-type',
      title: 'Totals by type',
      intro: isCompared
        ? 'Over all accounts and ledgers: what the control totals say, what is stored, and the difference, stored less expected. Differences may cancel each other out, so the number of totals that differ is given too.'
        : 'What is stored over all accounts and ledgers.',
      body: { template: 'by-type', table, charts: charts(lines) },
    },
  ];
};
