import type { Comparison, ExplainedDifference } from '@carryover/application/operator/reconciliation/reconciliation';
import { code, figure, moreThan, type Row, type Section, text } from '@carryover/report-page/section';
import { causeCounts, reasonsOf } from '../explain.ts';
import { count, signedCount, signedMoney, sumOf } from '../figures.ts';
import type { Report } from '../report.ts';

const EXPLANATIONS_SHOWN = 10;

/** The titles of cells on a narrow screen, on which the head of the table is hidden. */
const COLUMNS = [
  code('Account'),
  code('Ledger'),
  text('Type'),
  ...['Expected', 'Stored'].flatMap((group) => [figure(`${group} count`), figure(`${group} sum`)]),
  figure('Count difference'),
  figure('Sum difference'),
];

const reasons = (difference: ExplainedDifference, comparison: Comparison): ReadonlyArray<string> => {
  const left = difference.explanations.length - EXPLANATIONS_SHOWN;
  const more = left > 0 ? [`And ${count(left)} more. The file made with --json has all of them.`] : [];
  return [...reasonsOf(difference, comparison, EXPLANATIONS_SHOWN), ...more];
};

const toCells = ({ externalAccountNumber, ledgerNumber, type, expected, actual }: ExplainedDifference): Row => [
  externalAccountNumber,
  ledgerNumber,
  type,
  count(expected.count),
  sumOf(type, expected.sum),
  count(actual.count),
  sumOf(type, actual.sum),
  signedCount(actual.count - expected.count),
  sumOf(type, actual.sum.minus(expected.sum), signedMoney),
];

/** Each total that differs: expected, stored, by how much, and what can explain it. */
export const differences = ({ comparison }: Report): ReadonlyArray<Section> => {
  if (comparison === null || comparison.differences.count === 0) return [];
  const { count: total, first } = comparison.differences;
  const groups = first.map((difference) => ({
    cells: toCells(difference),
    reasons: reasons(difference, comparison),
  }));
  return [
    {
      id: 'differences',
      title: 'Differences',
      intro: `Each total that differs (${causeCounts(comparison.differences)}): the expected and stored figures, and the difference (stored minus expected). The import records that can explain a difference are listed below it.`,
      body: { template: 'differences', columns: COLUMNS, groups },
      more: moreThan(total, first.length, '--csv'),
    },
  ];
};
