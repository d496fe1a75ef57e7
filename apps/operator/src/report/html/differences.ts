import type {
  Comparison,
  ExplainedDifference,
  Reconciliation,
} from '@carryover/application/operator/reconciliation/reconciliation';
import { explain, remarkOn } from '../explain.ts';
import { count, signedCount, signedMoney, sumOf } from '../figures.ts';
import { type Html, html, NOTHING, trusted } from './markup.ts';
import { section } from './section.ts';
import { type Column, onlyTheFirst, ROWS_SHOWN, row } from './table.ts';

const EXPLANATIONS_SHOWN = 10;

const COLUMNS: ReadonlyArray<Column> = [
  { title: 'Account', kind: 'code' },
  { title: 'Ledger', kind: 'code' },
  { title: 'Type', kind: 'text' },
  { title: 'Expected count', kind: 'figure' },
  { title: 'Expected sum', kind: 'figure' },
  { title: 'Stored count', kind: 'figure' },
  { title: 'Stored sum', kind: 'figure' },
  { title: 'Count difference', kind: 'figure' },
  { title: 'Sum difference', kind: 'figure' },
];

const pair = (group: string): string =>
  `<th role="columnheader" scope="colgroup" colspan="2" class="figure">${group}</th>`;
const single = (title: string): string => `<th role="columnheader" scope="col" rowspan="2">${title}</th>`;
const figures = (): string =>
  ['Count', 'Sum'].map((title) => `<th role="columnheader" scope="col" class="figure">${title}</th>`).join('');

const HEAD: Html = trusted(`<thead role="rowgroup">
<tr role="row">${['Account', 'Ledger', 'Type'].map(single).join('')}${['Expected', 'Stored', 'Difference'].map(pair).join('')}</tr>
<tr role="row">${figures()}${figures()}${figures()}</tr>
</thead>
`);

const reasons = (difference: ExplainedDifference, comparison: Comparison): ReadonlyArray<string> => {
  const remark = remarkOn(difference, comparison);
  const { explanations } = difference;
  const left = explanations.length - EXPLANATIONS_SHOWN;
  return [
    ...(remark === null ? [] : [remark]),
    ...explanations.slice(0, EXPLANATIONS_SHOWN).map(explain),
    ...(left > 0 ? [`And ${count(left)} more. The file made with --json has all of them.`] : []),
    ...(explanations.length === 0 ? ['No import record explains it.'] : []),
  ];
};

/** A difference and its explanations under it: kept together on paper. */
const group = (difference: ExplainedDifference, comparison: Comparison): Html => {
  const { externalAccountNumber, ledgerNumber, type, expected, actual } = difference;
  const cells = [
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
  return html`<tbody role="rowgroup">
${row(COLUMNS, cells)}<tr role="row" class="why"><td role="cell" colspan="9"><ul>${reasons(difference, comparison).map((reason) => html`<li>${reason}</li>`)}</ul></td></tr>
</tbody>
`;
};

/** Each total that differs: expected, stored, by how much, and what can explain it. */
export const differences = ({ comparison }: Reconciliation): Html => {
  if (comparison === null || comparison.differences.length === 0) return NOTHING;
  const all = comparison.differences;
  return section(
    'differences',
    'Differences',
    'Each total that differs: the expected and stored figures, and the difference (stored minus expected). The import records that can explain a difference are listed below it.',
    html`<table role="table" class="grouped" aria-labelledby="differences">
${HEAD}${all.slice(0, ROWS_SHOWN).map((difference) => group(difference, comparison))}</table>
${onlyTheFirst(all.length, ROWS_SHOWN, '--csv')}`,
  );
};
