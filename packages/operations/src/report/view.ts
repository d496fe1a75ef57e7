import { toDateTime } from '@carryover/domain/date-time';
import { reportHtml } from '@carryover/report/html';
import { pairs, type ReportView } from '@carryover/report/report';
import { visible } from '@carryover/terminal/visible';
import type { Report } from './report.ts';
import { sectionsOf } from './sections.ts';
import { remarksOf, scopeOf, verdictSentence } from './sentences.ts';

/** The report for people: at a terminal, on its page, and in the console. */
export const viewOf = (report: Report): ReportView => ({
  title: `Reconciliation of ${report.supplierCode}`,
  outcome: report.comparison?.verdict ?? 'not_compared',
  sentence: verdictSentence(report),
  remarks: remarksOf(report),
  facts: [
    ['Organisation', report.organisation],
    ['Import supplier', report.supplierCode],
    ['Migration', report.supplierStatus],
    ['Made at (UTC)', toDateTime(report.madeAt)],
    ['Made by', report.madeBy],
    ['Made with', `carryover-operator ${report.version}`],
    ['Report', report.reportId],
  ],
  scope: scopeOf(report),
  sections: sectionsOf(report),
});

const READING = pairs({ id: 'reading', title: 'How to read this report', pairs: 'terms' }, [
  [
    'Total',
    'The number of transactions of one type on one ledger of one account, and the sum of their amounts. For statements, the sum of their gross amounts if the control totals have it. For notes, billing documents and payment instructions, only the number. Sums are exact decimals and never rounded.',
  ],
  ['Control total', 'The same figure as given by the migrating client.'],
  ['Stored', 'Recorded durably by this service when the report was made.'],
  [
    'Verdict',
    'Agree: every control total was read, and every total agrees. Differ: at least one total differs. Incomplete: at least one control total could not be read, so the report proves nothing.',
  ],
  [
    'Import',
    'The record of one request: time, sender, content and outcome. To see it, use carryover-operator imports show --id.',
  ],
  ['\\u{…}, \\n', 'An escape for an invisible character, such as a space at the end of an identifier.'],
  [
    'Complete lists',
    'The file made with --csv has every total, including those that agree. The file made with --json has everything.',
  ],
]);

/** A text as a CSS string, safe in a style element: all but plain characters are escaped by their number. */
const cssString = (text: string): string =>
  `"${visible(text).replace(/[^A-Za-z0-9 .,:_-]/gu, (found) => `\\${found.codePointAt(0)!.toString(16)} `)}"`;

const FONT = 'font: 7.5pt system-ui, sans-serif; white-space: pre;';

/** The printed page: A4, in each footer the supplier, the report and the page number. */
const pageStyle = ({ supplierCode, reportId }: Report): string => `
@page {
  size: A4;
  margin: 14mm 13mm 18mm;
  @bottom-left { content: ${cssString(`Reconciliation of ${supplierCode}`)} "\\A " ${cssString(`Report ${reportId}`)}; ${FONT} }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); ${FONT} }
}
`;

/**
 * Returns the reconciliation as one HTML file for an auditor, which prints on A4 and is readable on a phone. Lists are cut at
 * 1,000 rows and name the file that has all of them.
 */
export const renderHtml = (report: Report): string =>
  reportHtml(viewOf(report), {
    style: pageStyle(report),
    closing: READING,
    signatures: {
      sentence: `Signed for report ${report.reportId} and the verdict it states.`,
      parties: [`For the migrating client, ${report.organisation}`, 'For the platform operator'],
    },
  });
