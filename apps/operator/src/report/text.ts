import type { Reconciliation } from '@carryover/application/reconciliation';
import { wrap } from './text/columns.ts';
import { differences } from './text/differences.ts';
import { conflicts, mismatches, moved, noteConflicts, refusals, repeated, unknownFields } from './text/findings.ts';
import { INDENT, renderSection, type Section } from './text/section.ts';
import { counts, heading, sumsByType } from './text/summary.ts';
import { vocabulary } from './text/vocabulary.ts';
import { verdict } from './verdict.ts';

const SECTIONS: ReadonlyArray<(reconciliation: Reconciliation, width: number) => Section> = [
  counts,
  sumsByType,
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

/** No terminal is narrower in earnest, and figures need their room. */
const NARROWEST = 40;

/**
 * The reconciliation for a person at a terminal of `width` columns: the verdict in one sentence, then what it rests on. Long
 * lists are cut and say so; what was sent is made visible, so that it can't steer the terminal. Ends with a line break.
 */
export const renderText = (reconciliation: Reconciliation, { width }: { readonly width: number }): string => {
  const columns = Math.max(width, NARROWEST);
  const sections = SECTIONS.flatMap((section) => renderSection(section(reconciliation, columns - INDENT.length)));
  return `${[...wrap(verdict(reconciliation), columns), '', ...heading(reconciliation, columns), ...sections].join('\n')}\n`;
};
