import type { Conflict } from '@carryover/application/reconciliation/explanations';
import { toDateTime } from '@carryover/domain/date-time';
import type { FieldDifference } from '@carryover/domain/differences';
import { code, moreThan, ROWS_SHOWN, type Row, type Section, text } from '@carryover/report-page/section';
import type { Listed } from '../../reconciling/reconciliation.ts';
import { excerpts, noteName } from '../excerpt.ts';
import type { Report } from '../report.ts';

const VALUE_LENGTH = 300;
const COLUMNS = [text('Field'), code('Sent first, kept'), code('Sent again')];

const toCells = ({ field, recorded, submitted }: FieldDifference): Row => {
  const [first, later] = excerpts(recorded ?? '', submitted ?? '', VALUE_LENGTH);
  return [field, recorded === null ? null : first, submitted === null ? null : later];
};

type Group = Omit<Conflict, 'transactionId'>;

/** A conflict's name, then a row for each field that differs: kept together on paper. */
const groupOf = (
  { externalAccountNumber, differences, importId, receivedAt }: Group,
  { kind, name }: { readonly kind: string; readonly name: string },
) => ({
  account: externalAccountNumber,
  kind,
  name,
  receivedAt: toDateTime(receivedAt),
  importId,
  rows: differences.map(toCells),
});

const sectionOf = <A>(
  heading: Pick<Section, 'id' | 'title' | 'intro'>,
  { count: total, first }: Listed<A>,
  toGroup: (one: A) => ReturnType<typeof groupOf>,
): ReadonlyArray<Section> => {
  if (total === 0) return [];
  const groups = first.slice(0, ROWS_SHOWN).map(toGroup);
  return [
    {
      ...heading,
      body: { template: 'conflicts', labelledBy: heading.id, columns: COLUMNS, groups },
      more: moreThan(total, ROWS_SHOWN, '--json'),
    },
  ];
};

/** The transactions that were sent again with other content, field by field. */
export const conflicts = ({ conflicts: all }: Report): ReadonlyArray<Section> =>
  sectionOf(
    {
      id: 'conflicts',
      title: 'Sent again with different content',
      intro:
        'These transactions were sent again with an id that the account already had, but with different content. The first version was kept, and nothing was changed. Long values are shown around the first difference.',
    },
    all,
    (one) => groupOf(one, { kind: 'transaction', name: one.transactionId }),
  );

/** The notes that were sent again with other documents or another pin, field by field. */
export const noteConflicts = ({ noteConflicts: all }: Report): ReadonlyArray<Section> =>
  sectionOf(
    {
      id: 'note-conflicts',
      title: 'Notes sent again with different documents or pins',
      intro:
        'These notes were sent again with the same body, but with different documents, pin or unpin time. The note that was sent first was not changed.',
    },
    all,
    (one) => groupOf(one, { kind: `note of ${one.note.createdAt}`, name: noteName(one.note) }),
  );
