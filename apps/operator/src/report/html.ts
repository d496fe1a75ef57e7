import type { Reconciliation } from '@carryover/application/reconciliation';
import { HATCHING } from './html/chart.ts';
import { conflicts, noteConflicts } from './html/conflicts.ts';
import { differences } from './html/differences.ts';
import { mismatches, moved, repeated, unknownFields } from './html/findings.ts';
import { refusals, vocabulary } from './html/frequencies.ts';
import { type Html, html } from './html/markup.ts';
import { HOW_TO_READ } from './html/reading.ts';
import { STYLE } from './html/style.ts';
import { banner, pageHeader, tiles } from './html/summary.ts';
import { agreement, totalsByType } from './html/totals.ts';

const PARTS: ReadonlyArray<(reconciliation: Reconciliation) => Html> = [
  banner,
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
export const renderHtml = (reconciliation: Reconciliation): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Reconciliation of ${reconciliation.supplierCode}</title>
<style>${STYLE}</style>
</head>
<body>
${HATCHING}${pageHeader(reconciliation)}<main>
${PARTS.map((part) => part(reconciliation))}${HOW_TO_READ}</main>
</body>
</html>
`.markup;
