import { show } from './checker/disagreement.ts';
import { type Result, totalsOf } from './result.ts';

const whole = (value: number): string => value.toLocaleString('en-US');

const COLUMNS: ReadonlyArray<readonly [title: string, of: (result: Result) => string]> = [
  ['scenario', ({ name }) => name],
  ['rounds', ({ rounds }) => whole(rounds)],
  ['requests', ({ requests }) => whole(requests)],
  ['items', ({ items }) => whole(items)],
  ['lost', ({ disagreements }) => whole(disagreements.lost)],
  ['doubled', ({ disagreements }) => whole(disagreements.doubled)],
  ['other', ({ disagreements: { partial, altered, stray, record } }) => whole(partial + altered + stray + record)],
  ['ready ms', ({ readyMs }) => (readyMs === null ? '-' : `${whole(readyMs.median)} / ${whole(readyMs.worst)}`)],
  ['slowest ms', ({ slowestAnswerMs }) => whole(slowestAnswerMs)],
  ['seconds', ({ seconds }) => whole(seconds)],
  ['verdict', ({ verdict, reason }) => (reason === null ? verdict : `${verdict}: ${reason}`)],
];

const LEGEND = `Items are those acknowledged with 201. "other": partial, altered, stray, or an import record that does not say what happened.
"ready": from the end of the fault until every process is ready and has taken a request, median and worst. "slowest": of all answers.
`;

/** First column and verdict to the left, figures to the right. */
const align = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>): string =>
  cells
    .map((cell, at) => (at === 0 || at === cells.length - 1 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
    .join('  ')
    .trimEnd();

const totalRow = (results: ReadonlyArray<Result>): ReadonlyArray<string> => {
  const { rounds, requests, items, lost, doubled, other, seconds } = totalsOf(results);
  return ['all', ...[rounds, requests, items, lost, doubled, other].map(whole), '', '', whole(seconds), ''];
};

export const renderTable = (results: ReadonlyArray<Result>): string => {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...results.map((one) => COLUMNS.map(([, of]) => of(one))),
    totalRow(results),
  ];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return `${rows.map((row) => align(row, widths)).join('\n')}\n${LEGEND}`;
};

const SHOWN = 10;

/** Returns the problems by scenario; empty if there are none. */
export const renderProblems = (results: ReadonlyArray<Result>): string =>
  results
    .filter(({ verdict }) => verdict === 'broken')
    .map(({ name, complaints, firstDisagreements }) =>
      [`\n${name}:`, ...firstDisagreements.slice(0, SHOWN).map(show), ...complaints.slice(0, SHOWN)].join('\n  '),
    )
    .join('\n');
