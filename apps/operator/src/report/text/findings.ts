import type { NoteConflict } from '@carryover/adapters-persistence/queries/reconciliation-lists';
import type { Conflict } from '@carryover/application/reconciliation/explanations';
import { toDateTime } from '@carryover/domain/date-time';
import type { FieldDifference } from '@carryover/domain/differences';
import { type Column, figure, tableLines, text, word } from '@carryover/terminal/table';
import { visible } from '@carryover/terminal/visible';
import type { Listed, Reconciliation } from '../../reconciling/reconciliation.ts';
import { excerpts, noteName } from '../excerpt.ts';
import { count, counted } from '../figures.ts';
import { listed } from '../report.ts';
import { andMore, INDENT, indented, type Section } from './section.ts';

const SHOWN = 10;
const WHERE = '--html or --json';
const LEFT_OUT = '(left out)';

/** Makes a section with a table of the first {@link SHOWN} items; it has no lines if there are no items. */
const list =
  <A>(
    title: (reconciliation: Reconciliation) => string,
    columns: ReadonlyArray<Column>,
    itemsOf: (reconciliation: Reconciliation) => Listed<A>,
    toRow: (item: A) => ReadonlyArray<string>,
  ) =>
  (reconciliation: Reconciliation, width: number): Section => {
    const { count: total, first } = itemsOf(reconciliation);
    const table = total === 0 ? [] : tableLines(columns, first.slice(0, SHOWN).map(toRow), width);
    return { title: title(reconciliation), lines: [...table, ...andMore(total, SHOWN, WHERE)] };
  };

export const moved = list(
  (r) => `Moved into the open statement period: ${counted(r.moved.count, 'transaction')}`,
  [text('Account'), text('Ledger'), text('Transaction'), word('Submitted'), word('Recorded')],
  (r) => r.moved,
  (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, t.submittedDate, t.date],
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

export const repeated = list(
  (r) => `On their account more than once: ${counted(r.repeated.count, 'transaction')}`,
  [text('Account'), text('Ledger'), text('Transaction'), figure('Times')],
  (r) => r.repeated,
  (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, count(t.count)],
);

export const mismatches = list(
  (r) => `Figures that do not add up inside supply charges: ${count(r.mismatches.count)}`,
  [text('Account'), text('Transaction'), figure('Computed'), figure('Sent'), text('Code')],
  (r) => r.mismatches,
  (m) => [m.externalAccountNumber, m.transactionId, m.expected, m.actual, m.code],
);

export const corrections = list(
  (r) => `Undone: ${counted(r.corrections.count, 'import')}`,
  [text('Account'), text('Import'), word('Undone'), text('By'), text('Reason')],
  (r) => r.corrections,
  (c) => [c.externalAccountNumber, c.importId, toDateTime(c.undoneAt), c.undoneBy, c.reason],
);

export const unknownFields = list(
  (r) => `Undocumented fields that were left out: ${count(r.unknownFields.length)}`,
  [text('Field'), figure('Times')],
  (r) => listed(r.unknownFields),
  ({ path, count: times }) => [path, count(times)],
);

export const refusals = list(
  () => 'Rejected requests by code',
  [text('Code'), figure('Requests')],
  (r) => listed(r.refusals),
  ({ code, count: times }) => [code, count(times)],
);
