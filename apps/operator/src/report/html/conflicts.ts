import type { Conflict, Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import { toDateTime } from '@carryover/domain/date-time';
import type { FieldDifference } from '@carryover/domain/field-difference';
import { excerpts } from '../excerpt.ts';
import { noteName } from '../note-name.ts';
import type { RemarkId } from '../remarks.ts';
import { type Content, type Html, html, NOTHING } from './markup.ts';
import { section } from './section.ts';
import { type Column, columnHeader, onlyTheFirst, ROWS_SHOWN, row } from './table.ts';

const VALUE_LENGTH = 300;

const COLUMNS: ReadonlyArray<Column> = [
  { title: 'Field', kind: 'text' },
  { title: 'Sent first, kept', kind: 'code' },
  { title: 'Sent again', kind: 'code' },
];

const LEFT_OUT: Html = html`<em>left out</em>`;

const cells = ({ field, recorded, submitted }: FieldDifference): ReadonlyArray<Content> => {
  const [first, later] = excerpts(recorded ?? '', submitted ?? '', VALUE_LENGTH);
  return [field, recorded === null ? LEFT_OUT : first, submitted === null ? LEFT_OUT : later];
};

/** A conflict's name, then a row for each field that differs: kept together on paper. */
const group = (
  { externalAccountNumber, differences, importId, receivedAt }: Omit<Conflict, 'transactionId'>,
  name: Html,
): Html => html`<tbody role="rowgroup">
<tr role="row"><th role="rowheader" scope="rowgroup" colspan="3"><span class="code">${externalAccountNumber}</span>, ${name} <span class="about">sent again at ${toDateTime(receivedAt)}, import <span class="import">${importId}</span></span></th></tr>
${differences.map((difference) => row(COLUMNS, cells(difference)))}</tbody>
`;

const table = <A>(id: RemarkId, items: ReadonlyArray<A>, toGroup: (item: A) => Html): Html =>
  html`<table role="table" class="conflicting" aria-labelledby="${id}">
<thead role="rowgroup"><tr role="row">${COLUMNS.map(columnHeader)}</tr></thead>
${items.slice(0, ROWS_SHOWN).map(toGroup)}</table>
${onlyTheFirst(items.length, ROWS_SHOWN, '--json')}`;

/** The transactions that were sent again with other content, field by field. */
export const conflicts = ({ conflicts: all }: Reconciliation): Html =>
  all.length === 0
    ? NOTHING
    : section(
        'conflicts',
        'Sent again with different content',
        'These transactions were sent again with an id that the account already had, but with different content. The first version was kept, and nothing was changed. Long values are shown around the first difference.',
        table('conflicts', all, (one) => group(one, html`transaction <span class="code">${one.transactionId}</span>`)),
      );

/** The notes that were sent again with other documents or another pin, field by field. */
export const noteConflicts = ({ noteConflicts: all }: Reconciliation): Html =>
  all.length === 0
    ? NOTHING
    : section(
        'note-conflicts',
        'Notes sent again with different documents or pins',
        'These notes were sent again with the same body, but with different documents, pin or unpin time. The note that was sent first was not changed.',
        table('note-conflicts', all, (one) =>
          group(one, html`note of ${one.note.createdAt} <span class="code">${noteName(one.note)}</span>`),
        ),
      );
