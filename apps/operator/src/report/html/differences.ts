import type { Difference } from '@carryover/application/reconciliation/explanations';
import { code, moreThan, type Row, type Section } from '@carryover/report-page/section';
import type { Comparison } from '../../reconciling/reconciliation.ts';
import { causeCounts, reasonsOf } from '../explain.ts';
import { count } from '../figures.ts';
import type { Report } from '../report.ts';
import { COMPARED, comparedCells } from './totals.ts';

const EXPLANATIONS_SHOWN = 10;

const COLUMNS = [code('Account'), code('Ledger'), ...COMPARED];

const reasons = (difference: Difference, comparison: Comparison): ReadonlyArray<string> => {
  const left = difference.explanations.length - EXPLANATIONS_SHOWN;
  const more = left > 0 ? [`And ${count(left)} more. The file made with --json has all of them.`] : [];
  return [...reasonsOf(difference, comparison, EXPLANATIONS_SHOWN), ...more];
};

const toCells = ({ externalAccountNumber, ledgerNumber, type, expected, actual }: Difference): Row => [
  externalAccountNumber,
  ledgerNumber,
  ...comparedCells(type, expected, actual),
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
