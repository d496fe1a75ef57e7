import { HATCHING } from './html/chart.ts';
import { conflicts, noteConflicts } from './html/conflicts.ts';
import { controlFile, unreadRows } from './html/control-file.ts';
import { differences } from './html/differences.ts';
import { mismatches, moved, repeated, unknownFields } from './html/findings.ts';
import { refusals, vocabulary } from './html/frequencies.ts';
import { type Html, html } from './html/markup.ts';
import { pageStyle } from './html/page.ts';
import { HOW_TO_READ } from './html/reading.ts';
import { signatures } from './html/signatures.ts';
import { STYLE } from './html/style.ts';
import { banner, pageHeader, tiles } from './html/summary.ts';
import { agreement, totalsByType } from './html/totals.ts';
import type { Report } from './report.ts';

const PARTS: ReadonlyArray<(report: Report) => Html> = [
  banner,
  controlFile,
  unreadRows,
  tiles,
  agreement,
  totalsByType,
  differences,
  moved,
  conflicts,
  noteConflicts,
  repeated,
  mismatches,
  unknownFields,
  vocabulary,
  refusals,
];

/**
 * The reconciliation as one HTML file for an auditor: nothing is loaded, nothing is executed (and its policy forbids both), it
 * prints on A4 and reads on a phone. Lists are cut at 1,000 rows and name the file that has all of them. What was sent is
 * escaped wherever it stands.
 */
export const renderHtml = (report: Report): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Reconciliation of ${report.supplierCode}</title>
<style>${STYLE}${pageStyle(report)}</style>
</head>
<body>
${HATCHING}${pageHeader(report)}<main>
${PARTS.map((part) => part(report))}${HOW_TO_READ}${signatures(report)}</main>
</body>
</html>
`.markup;
