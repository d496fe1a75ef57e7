import { toDateTime } from '@carryover/domain/date-time';
import { figure, tableLines, text, word } from '@carryover/terminal/table';
import { visible } from '@carryover/terminal/visible';
import { linesByType, type TypeLine } from '../by-type.ts';
import { count, signedCount, signedMoney, sumOf } from '../figures.ts';
import { COUNTS, type Report } from '../report.ts';
import type { Section } from './section.ts';

/** The reported migration, the verdict, and the time, author and version of the report. */
export const heading = (report: Report, width: number): ReadonlyArray<string> =>
  tableLines(
    [text(''), text('')],
    [
      ['Verdict', report.comparison?.verdict ?? 'none'],
      ['Organisation', report.organisation],
      ['Import supplier', `${visible(report.supplierCode)} (${report.supplierStatus})`],
      ['Report', report.reportId],
      ['Made at', toDateTime(report.madeAt)],
      ['Made by', report.madeBy],
      ['Made with', `carryover-operator ${report.version}`],
    ],
    width,
  );

export const counts = (report: Report, width: number): Section => ({
  title: 'What is stored',
  lines: tableLines(
    [text(''), figure('')],
    COUNTS.map(([title, field]) => [title, count(report.counts[field])]),
    width,
  ),
});

const comparedRows = ({ type, stored, comparison }: TypeLine): ReadonlyArray<ReadonlyArray<string>> =>
  comparison === null
    ? [[type, count(stored.count), sumOf(type, stored.sum)]]
    : [
        [type, 'expected', count(comparison.expected.count), sumOf(type, comparison.expected.sum), ''],
        ['', 'stored', count(stored.count), sumOf(type, stored.sum), ''],
        [
          '',
          'difference',
          signedCount(comparison.difference.count),
          sumOf(type, comparison.difference.sum, signedMoney),
          count(comparison.differing),
        ],
      ];

const STORED = [word('Type'), figure('Count'), figure('Sum')];
const COMPARED = [word('Type'), word(''), figure('Count'), figure('Sum'), figure('Totals that differ')];

/** The stored figures of each type; with control totals also the expected ones, the difference, and the number of totals that differ. */
export const totalsByType = (report: Report, width: number): Section => {
  const rows = linesByType(report).flatMap(comparedRows);
  return {
    title: 'Totals by type',
    lines: rows.length === 0 ? [] : tableLines(report.comparison === null ? STORED : COMPARED, rows, width),
  };
};
