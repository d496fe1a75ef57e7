import type { Report } from '../report.ts';
import { HATCHING } from './chart.ts';
import { conflicts, noteConflicts } from './conflicts.ts';
import { controlFile, unreadRows } from './control-file.ts';
import { differences } from './differences.ts';
import { mismatches, moved, repeated, unknownFields } from './findings.ts';
import { refusals, vocabulary } from './frequencies.ts';
import { type Html, html } from './markup.ts';
import { pageStyle } from './page.ts';
import { HOW_TO_READ } from './reading.ts';
import { signatures } from './signatures.ts';
import { STYLE } from './style.ts';
import { banner, pageHeader, tiles } from './summary.ts';
import { agreement, totalsByType } from './totals.ts';

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
