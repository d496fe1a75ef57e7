import type { Difference } from '@carryover/application/reconciliation/explanations';
import { wrap } from '@carryover/terminal/columns';
import { figure, tableLines, text, word } from '@carryover/terminal/table';
import { visible } from '@carryover/terminal/visible';
import type { Comparison, Reconciliation } from '../../reconciling/reconciliation.ts';
import { causeCounts, reasonsOf } from '../explain.ts';
import { count, counted, signedCount, signedMoney, sumOf } from '../figures.ts';
import { andMore, INDENT, indented, type Section } from './section.ts';

const SHOWN = 20;
const EXPLANATIONS_SHOWN = 5;

const figures = ({ type, expected, actual }: Difference, width: number): ReadonlyArray<string> =>
  tableLines(
    [text(''), figure('Count'), figure('Sum')],
    [
      ['Expected', count(expected.count), sumOf(type, expected.sum)],
      ['Stored', count(actual.count), sumOf(type, actual.sum)],
      [
        'Difference',
        signedCount(actual.count - expected.count),
        sumOf(type, actual.sum.minus(expected.sum), signedMoney),
      ],
    ],
    width,
  );

const point = (sentence: string, width: number): ReadonlyArray<string> =>
  wrap(visible(sentence), width - 2).map((line, i) => (i === 0 ? `- ${line}` : INDENT + line));

const reasons = (difference: Difference, comparison: Comparison, width: number): ReadonlyArray<string> => [
  ...reasonsOf(difference, comparison, EXPLANATIONS_SHOWN).flatMap((sentence) => point(sentence, width)),
  ...andMore(difference.explanations.length, EXPLANATIONS_SHOWN, '--html or --json'),
];

const block = (difference: Difference, comparison: Comparison, width: number): ReadonlyArray<string> => {
  const { externalAccountNumber, ledgerNumber, type } = difference;
  const title = tableLines([text(''), text(''), word('')], [[externalAccountNumber, ledgerNumber, type]], width);
  const inner = width - INDENT.length;
  return [...title, ...indented([...figures(difference, inner), ...reasons(difference, comparison, inner)]), ''];
};

/** Each total that differs: expected, stored, by how much, and what can explain it. */
export const differences = ({ comparison }: Reconciliation, width: number): Section => {
  if (comparison === null) return { title: '', lines: [] };
  const { count: total, first } = comparison.differences;
  const shown = first.slice(0, SHOWN);
  const lines = shown.flatMap((difference) => block(difference, comparison, width));
  const more = andMore(total, shown.length, '--csv, --html or --json');
  return {
    title: `Differences: ${counted(total, 'total')} (${causeCounts(comparison.differences)})`,
    lines: more.length === 0 ? lines.slice(0, -1) : [...lines, ...more],
  };
};
