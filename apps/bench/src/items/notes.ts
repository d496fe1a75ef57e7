import { makeRandom } from '@carryover/loader/sample/random';
import { SLOT } from '../load/template.ts';
import { accountFields, IMPORT_ID } from './account.ts';
import { toCopyRows } from './copy-text.ts';
import type { Content, Kind } from './kind.ts';

/** Every fourth note shows a document. */
const makeNotes = ({ items, variant }: Content) => {
  const random = makeRandom(variant + 1);
  return Array.from({ length: items }, (_, index) => ({
    body: `Call ${SLOT.item}: ${random.sentence(20)}.`,
    created_at: `2025-0${1 + random.whole(9)}-1${random.whole(10)}T0${random.whole(10)}:15:30Z`,
    is_pinned: random.whole(10) === 0,
    ...((index + variant) % 4 === 0
      ? { document_paths: [{ document_path: `letters/${random.whole(1_000_000)}.pdf` }] }
      : {}),
  }));
};

/**
 * The identity stands for a hash, which would have to be computed for each request: as long, and without order as well, since
 * the item's number comes in the order of the scattered accounts.
 */
const IDENTITY = `\\x${SLOT.item}${'5ea1'.repeat(13)}00`;

export const notes: Kind = {
  path: '/v1/data-import/notes/create/',
  table: 'note',
  recordedItems: (items) => items,
  body: (content) => ({ ...accountFields, notes: makeNotes(content) }),
  rows: (content) => [
    toCopyRows(
      'note',
      makeNotes(content).map((note, position) => ({
        account_id: SLOT.key,
        identity: IDENTITY,
        created_at: note.created_at,
        body: note.body.replace(SLOT.item, '0000000000'),
        documents: `{${(note.document_paths ?? []).map((one) => one.document_path).join(',')}}`,
        is_pinned: note.is_pinned,
        unpin_at: null,
        import_id: IMPORT_ID,
        position,
      })),
    ),
  ],
};
