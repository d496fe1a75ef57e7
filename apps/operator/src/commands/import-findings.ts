import type { ImportFindings } from '@carryover/adapters-persistence/queries/import-records';
import type { FieldDifference } from '@carryover/domain/differences';
import { noteName } from '@carryover/operations/report/sentences';
import { excerpts } from '@carryover/report/excerpt';
import { type Cell, table } from '@carryover/terminal/output';

/** Longest value in a cell; a longer one is cut around the first difference. */
const VALUE_LENGTH = 40;
const LEFT_OUT = '(left out)';

const differenceRows = (
  name: string,
  differences: ReadonlyArray<FieldDifference>,
): ReadonlyArray<ReadonlyArray<Cell>> =>
  differences.map(({ field, recorded, submitted }) => {
    const [first, later] = excerpts(recorded ?? '', submitted ?? '', VALUE_LENGTH);
    return [name, field, recorded === null ? LEFT_OUT : first, submitted === null ? LEFT_OUT : later];
  });

const section = (title: string, headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  rows.length === 0 ? '' : `\n${title}\n${table(headings, rows, '')}`;

/** Shows the data of an import record for the reconciliation: one table per kind, with values shortened. */
export const showFindings = (findings: ImportFindings): string => {
  const conflicts = [
    ...findings.conflicts.flatMap((one) => differenceRows(`transaction ${one.transactionId}`, one.differences)),
    ...findings.noteConflicts.flatMap((one) => differenceRows(`note ${noteName(one.note)}`, one.differences)),
  ];
  const mismatches = findings.supplyChargeMismatches.flatMap(({ transactionId, mismatches: of }) =>
    of.map(({ kind, expected, actual }) => [transactionId, kind, expected, actual]),
  );
  return [
    section(
      'Exists already with other content; nothing was changed',
      ['ITEM', 'FIELD', 'SUBMITTED FIRST', 'SUBMITTED AGAIN'],
      conflicts,
    ),
    section('Supply charges that do not add up', ['TRANSACTION', 'CODE', 'COMPUTED', 'SUBMITTED'], mismatches),
    section(
      'Undocumented fields that were left out',
      ['FIELD'],
      findings.unknownFields.map((path) => [path]),
    ),
  ].join('');
};
