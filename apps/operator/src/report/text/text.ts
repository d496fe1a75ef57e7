import { wrap } from '@carryover/terminal/columns';
import type { Report } from '../report.ts';
import { scopeOf } from '../scope.ts';
import { verdict } from '../verdict.ts';
import { controlFile, unreadRows } from './control-file.ts';
import { differences } from './differences.ts';
import {
  conflicts,
  corrections,
  mismatches,
  moved,
  noteConflicts,
  refusals,
  repeated,
  unknownFields,
} from './findings.ts';
import { INDENT, renderSection, type Section } from './section.ts';
import { counts, heading, totalsByType } from './summary.ts';
import { vocabulary } from './vocabulary.ts';

const SECTIONS: ReadonlyArray<(report: Report, width: number) => Section> = [
  controlFile,
  unreadRows,
  counts,
  totalsByType,
  differences,
  moved,
  conflicts,
  noteConflicts,
  repeated,
  corrections,
  mismatches,
  unknownFields,
  vocabulary,
  refusals,
];

/** The minimum width of the report, because figures need space. */
const NARROWEST = 40;

/**
 * The report for a person at a terminal of `width` columns: the verdict in one sentence, then what it rests on. Long
 * lists are cut and say so; what was sent is made visible, so that it cannot steer the terminal. Ends with a line break.
 */
export const renderText = (report: Report, { width }: { readonly width: number }): string => {
  const columns = Math.max(width, NARROWEST);
  const sections = SECTIONS.flatMap((section) => renderSection(section(report, columns - INDENT.length)));
  const head = [
    ...wrap(verdict(report), columns),
    '',
    ...heading(report, columns),
    '',
    ...wrap(scopeOf(report), columns),
  ];
  return `${[...head, ...sections].join('\n')}\n`;
};
