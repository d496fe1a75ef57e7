import { fileURLToPath } from 'node:url';
import { toDateTime } from '@carryover/domain/date-time';
import { type Fact, renderPage } from '@carryover/report-page/render';
import type { Section } from '@carryover/report-page/section';
import { count } from '../figures.ts';
import { remarks } from '../remarks.ts';
import { COUNTS, type Report } from '../report.ts';
import { scopeOf } from '../scope.ts';
import { type Outcome, outcomeOf, verdict } from '../verdict.ts';
import { conflicts, noteConflicts } from './conflicts.ts';
import { differences } from './differences.ts';
import { corrections, mismatches, moved, refusals, repeated, unknownFields, unreadRows } from './findings.ts';
import { pageStyle } from './page-style.ts';
import { agreement, totalsByType } from './totals.ts';
import { vocabulary } from './vocabulary.ts';

/** The reported migration, and the time, author and version of the report. */
const factsOf = (report: Report): ReadonlyArray<Fact> => [
  { name: 'Organisation', value: report.organisation },
  { name: 'Import supplier', value: report.supplierCode },
  { name: 'Migration', value: report.supplierStatus },
  { name: 'Made at (UTC)', value: toDateTime(report.madeAt) },
  { name: 'Made by', value: report.madeBy },
  { name: 'Made with', value: `carryover-operator ${report.version}` },
  { name: 'Report', value: report.reportId, kind: 'import' },
];

/** The identity of the compared file, and the number of rows that were read. */
const controlFile = ({ controlFile: file }: Report): ReadonlyArray<Section> => {
  if (file === null) return [];
  const facts: ReadonlyArray<Fact> = [
    { name: 'Name', value: file.name },
    { name: 'Size in bytes', value: count(file.bytes) },
    { name: 'Rows read', value: count(file.rowsRead) },
    { name: 'Rows unread', value: count(file.rowsUnread) },
    { name: 'SHA-256', value: file.sha256, kind: 'code' },
  ];
  const intro = 'The file whose control totals were compared. Anyone who has the file can check its SHA-256.';
  return [{ id: 'control-file', title: 'Control file', intro, body: { template: '@facts', facts } }];
};

const stored = ({ counts }: Report): ReadonlyArray<Section> => {
  const tiles = COUNTS.map(([name, field]) => ({ name, value: count(counts[field]) }));
  return [{ id: 'stored', title: 'What is stored', body: { template: 'tiles', tiles } }];
};

/** The sections of the report, each only if there is something to show. */
const SECTIONS: ReadonlyArray<(report: Report) => ReadonlyArray<Section>> = [
  controlFile,
  unreadRows,
  stored,
  agreement,
  totalsByType,
  differences,
  moved,
  conflicts,
  noteConflicts,
  repeated,
  mismatches,
  corrections,
  unknownFields,
  vocabulary,
  refusals,
];

const WORDS: Readonly<Record<Outcome, string>> = {
  agree: 'Verdict: agree',
  differ: 'Verdict: differ',
  incomplete: 'Verdict: incomplete',
  not_compared: 'Not compared',
};

const TEMPLATES = fileURLToPath(new URL('templates', import.meta.url));

/**
 * Returns the reconciliation as one HTML file for an auditor, which prints on A4 and is readable on a phone. Lists are cut at
 * 1,000 rows and name the file that has all of them.
 */
export const renderHtml = (report: Report): string => {
  const outcome = outcomeOf(report);
  const { supplierCode, reportId, organisation } = report;
  return renderPage(TEMPLATES, {
    title: `Reconciliation of ${supplierCode}`,
    style: pageStyle(report),
    facts: factsOf(report),
    scope: scopeOf(report),
    verdict: { outcome, words: WORDS[outcome], sentence: verdict(report), remarks: remarks(report) },
    sections: SECTIONS.flatMap((sections) => sections(report)),
    closing: [{ template: 'reading' }, { template: 'signatures', reportId, organisation }],
  });
};
