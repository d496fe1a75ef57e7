import type {
  Conflict,
  Listed,
  NoteConflict,
  Reconciliation,
} from '@carryover/application/operator/reconciliation/reconciliation';
import { toDateTime } from '@carryover/domain/date-time';
import type { FieldDifference } from '@carryover/domain/differences/field-difference';
import { type Column, figure, tableLines, text, word } from '@carryover/terminal/table';
import { visible } from '@carryover/terminal/visible';
import { excerpts, noteName } from '../excerpt.ts';
import { count, counted } from '../figures.ts';
import { listed } from '../report.ts';
import { andMore, INDENT, indented, type Section } from './section.ts';

const SHOWN = 10;
const WHERE = '--html or --json';
const LEFT_OUT = '(left out)';

const list = <A>(
  title: string,
  columns: ReadonlyArray<Column>,
  { count: total, first }: Listed<A>,
  toRow: (item: A) => ReadonlyArray<string>,
  width: number,
): Section => ({
  title,
  lines:
    total === 0
      ? []
      : [...tableLines(columns, first.slice(0, SHOWN).map(toRow), width), ...andMore(total, SHOWN, WHERE)],
});

export const moved = (reconciliation: Reconciliation, width: number): Section =>
  list(
    `Moved into the open statement period: ${counted(reconciliation.moved.count, 'transaction')}`,
    [text('Account'), text('Ledger'), text('Transaction'), word('Submitted'), word('Recorded')],
    reconciliation.moved,
    (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, t.submittedDate, t.date],
    width,
  );

/** Room for the longest field name and the gaps; the rest is shared by the two values, so that `tableLines` cuts neither. */
const FIELD_COLUMNS = 26;

const conflictRow = ({ field, recorded, submitted }: FieldDifference, width: number): ReadonlyArray<string> => {
  const length = Math.max(8, Math.floor((width - FIELD_COLUMNS) / 2) - 2);
  const [first, later] = excerpts(recorded ?? '', submitted ?? '', length);
  return [field, recorded === null ? LEFT_OUT : first, submitted === null ? LEFT_OUT : later];
};

/** @param name of what was sent again. */
const conflict = (
  { externalAccountNumber, differences, importId, receivedAt }: Omit<Conflict, 'transactionId'>,
  name: string,
  width: number,
) => {
  const rows = differences.map((difference) => conflictRow(difference, width));
  return [
    ...tableLines([text(''), text('')], [[externalAccountNumber, name]], width),
    ...indented([
      `sent again at ${toDateTime(receivedAt)}, import ${importId}`,
      ...tableLines([text('Field'), text('First, kept'), text('Sent again')], rows, width - INDENT.length),
    ]),
  ];
};

export const conflicts = (reconciliation: Reconciliation, width: number): Section => ({
  title: `Sent again with different content: ${counted(reconciliation.conflicts.count, 'transaction')}`,
  lines: [
    ...reconciliation.conflicts.first
      .slice(0, SHOWN)
      .flatMap((each) => conflict(each, `transaction ${visible(each.transactionId)}`, width)),
    ...andMore(reconciliation.conflicts.count, SHOWN, WHERE),
  ],
});

const nameOfNote = ({ note }: NoteConflict): string => `note of ${note.createdAt}: ${visible(noteName(note))}`;

export const noteConflicts = (reconciliation: Reconciliation, width: number): Section => ({
  title: `Sent again with different documents or pins: ${counted(reconciliation.noteConflicts.count, 'note')}`,
  lines: [
    ...reconciliation.noteConflicts.first.slice(0, SHOWN).flatMap((each) => conflict(each, nameOfNote(each), width)),
    ...andMore(reconciliation.noteConflicts.count, SHOWN, WHERE),
  ],
});

export const repeated = (reconciliation: Reconciliation, width: number): Section =>
  list(
    `On their account more than once: ${counted(reconciliation.repeated.count, 'transaction')}`,
    [text('Account'), text('Ledger'), text('Transaction'), figure('Times')],
    reconciliation.repeated,
    (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, count(t.count)],
    width,
  );

export const mismatches = (reconciliation: Reconciliation, width: number): Section =>
  list(
    `Figures that do not add up inside supply charges: ${count(reconciliation.mismatches.count)}`,
    [text('Account'), text('Transaction'), figure('Computed'), figure('Sent'), text('Code')],
    reconciliation.mismatches,
    (m) => [m.externalAccountNumber, m.transactionId, m.expected, m.actual, m.code],
    width,
  );

export const corrections = (reconciliation: Reconciliation, width: number): Section =>
  list(
    `Undone: ${counted(reconciliation.corrections.count, 'import')}`,
    [text('Account'), text('Import'), word('Undone'), text('By'), text('Reason')],
    reconciliation.corrections,
    (c) => [c.externalAccountNumber, c.importId, toDateTime(c.undoneAt), c.undoneBy, c.reason],
    width,
  );

export const unknownFields = (reconciliation: Reconciliation, width: number): Section =>
  list(
    `Undocumented fields that were left out: ${count(reconciliation.unknownFields.length)}`,
    [text('Field'), figure('Times')],
    listed(reconciliation.unknownFields),
    ({ path, count: times }) => [path, count(times)],
    width,
  );

export const refusals = (reconciliation: Reconciliation, width: number): Section =>
  list(
    'Rejected requests by code',
    [text('Code'), figure('Requests')],
    listed(reconciliation.refusals),
    ({ code, count: times }) => [code, count(times)],
    width,
  );
