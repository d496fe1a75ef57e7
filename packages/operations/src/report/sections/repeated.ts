import type { Conflict } from '@carryover/application/reconciliation/explanations';
import { toDateTime } from '@carryover/domain/date-time';
import type { FieldDifference } from '@carryover/domain/differences';
import { excerpts } from '@carryover/report/excerpt';
import { count } from '@carryover/report/figures';
import {
  account,
  code,
  figure,
  type Item,
  importId,
  type Row,
  type Section,
  section,
  text,
  value,
} from '@carryover/report/report';
import type { Report } from '../report.ts';
import { noteName, whyRepeated } from '../sentences.ts';

export const moved = ({ moved: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'moved',
      title: 'Dates moved into the open statement period',
      sentence:
        'These transactions were outside the open statement period and were recorded on its nearest day. The submitted date is also stored.',
      columns: [
        account('Account'),
        code('Ledger'),
        code('Transaction'),
        text('Submitted'),
        text('Recorded'),
        importId('Import'),
      ],
    },
    items,
    (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, t.submittedDate, t.date, t.importId],
  );

const VALUE_LENGTH = 60;

const differingCells = ({ field, recorded, submitted }: FieldDifference): Row => {
  const [first, later] = excerpts(recorded ?? '', submitted ?? '', VALUE_LENGTH);
  return [field, recorded === null ? null : first, submitted === null ? null : later];
};

/** What was sent again under a heading, with a row for each field that differs. @param name of what was sent again. */
const conflictItem = (
  { externalAccountNumber, differences: of, importId: id, receivedAt }: Omit<Conflict, 'transactionId'>,
  name: string,
): Item => ({
  heading: `${externalAccountNumber}, ${name} (sent again at ${toDateTime(receivedAt)}, import ${id})`,
  rows: of.map(differingCells),
});
const CONFLICT = [text('Field'), value('Sent first, kept'), value('Sent again')];

/** The transactions that were sent again with other content, field by field. */
export const conflicts = ({ conflicts: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'conflicts',
      title: 'Sent again with different content',
      sentence:
        'These transactions were sent again with an id that the account already had, but with different content. The first version was kept, and nothing was changed. Long values are shown around the first difference.',
      columns: CONFLICT,
    },
    items,
    (conflict) => conflictItem(conflict, `transaction ${conflict.transactionId}`),
  );

/** The notes that were sent again with other documents or another pin, field by field. */
export const noteConflicts = ({ noteConflicts: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'note-conflicts',
      title: 'Notes sent again with different documents or pins',
      sentence:
        'These notes were sent again with the same body, but with different documents, pin or unpin time. The note that was sent first was not changed.',
      columns: CONFLICT,
    },
    items,
    (conflict) => conflictItem(conflict, `note of ${conflict.note.createdAt}, ${noteName(conflict.note)}`),
  );

export const repeated = (report: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'repeated',
      title: 'On the account more than once',
      sentence: `These transactions are on their account more than once. ${whyRepeated(report)}`,
      columns: [
        account('Account'),
        code('Ledger'),
        code('Transaction'),
        figure('Times'),
        text('Added again unchecked'),
      ],
    },
    report.repeated,
    (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, count(t.count), t.isUnchecked ? 'yes' : 'no'],
  );
