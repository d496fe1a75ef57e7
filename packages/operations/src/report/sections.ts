import { listed, type Section } from '@carryover/report/report';
import type { Report } from './report.ts';
import { conflicts, moved, noteConflicts, repeated } from './sections/repeated.ts';
import { corrections, mismatches, refusals, unknownFields, vocabulary } from './sections/requests.ts';
import { controlFile, coverage, registeredTotals, storageCheck, unreadRows } from './sections/sources.ts';
import { agreement, differenceNotes, differences, stored, totalsByType } from './sections/totals.ts';

/** The sections of the report, each only if there is something to show. */
export const sectionsOf = (report: Report): ReadonlyArray<Section> => [
  ...registeredTotals(report),
  ...controlFile(report),
  ...unreadRows(report),
  ...stored(report),
  ...coverage(report),
  ...storageCheck(report),
  ...agreement(report),
  ...totalsByType(report),
  ...differences(report, report.comparison?.differences ?? listed([])),
  ...differenceNotes(report),
  ...moved(report),
  ...conflicts(report),
  ...noteConflicts(report),
  ...repeated(report),
  ...mismatches(report),
  ...corrections(report),
  ...unknownFields(report),
  ...vocabulary(report),
  ...refusals(report),
];
