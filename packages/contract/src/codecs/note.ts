import { checkUnpinAt, type NoteDraft, requireContent } from '@carryover/domain/note';
import * as E from 'fp-ts/lib/Either.js';
import { complain, issueAt } from '../issue.ts';
import type { Limits } from '../limits.ts';
import { type Codec, issuesAt, list, record } from './codec.ts';
import { dateTime, documentPath, flag, spokenText } from './scalars.ts';
import { accountFields } from './shared-fields.ts';

/** In code points. */
const MAX_NOTE_BODY = 100_000;

const documentPaths = list(
  record({
    name: 'document path',
    required: {
      document_path: documentPath.described(
        "Path of a stored document, relative to the supplier's document root; both together at most 1,024 bytes in UTF-8.",
        'letters/2019/10/welcome.pdf',
      ),
    },
  }).mapped(({ documentPath }) => documentPath),
);

/** A note as posted (§2, decisions 4). */
export const noteDraft: Codec<NoteDraft> = record({
  name: 'note',
  required: {},
  optional: {
    body: spokenText(MAX_NOTE_BODY).described('Text of the note.', 'Prefers to be called in the evening.'),
    document_paths: documentPaths.described('Documents that belong to the note; an empty list counts as none.'),
    created_at: dateTime.described(
      'Creation time of the note, UTC; default: the current second.',
      '2019-10-01T08:30:00Z',
    ),
    is_pinned: flag.described('True if the note is pinned to the top of the account page.', true),
    unpin_at: dateTime.described(
      'Time at which a pinned note is unpinned, UTC; not before `created_at`.',
      '2019-12-01T00:00:00Z',
    ),
  },
  defaults: { document_paths: [], is_pinned: false },
  together: {
    anyOf: [
      { title: 'With a body', type: 'object', required: ['body'] },
      {
        title: 'With documents',
        type: 'object',
        required: ['document_paths'],
        properties: { document_paths: { minItems: 1 } },
      },
    ],
  },
  rules: [
    // Checks the fields that were sent, because an invalid body is still a body.
    (_, sent) => {
      const documents = 'document_paths' in sent ? sent.document_paths : [];
      const said = requireContent({
        hasBody: 'body' in sent,
        hasDocuments: !Array.isArray(documents) || documents.length > 0,
      });
      return E.isRight(said) ? [] : [issueAt([], complain(said.left.kind))];
    },
    ({ createdAt = null, unpinAt = null }) => issuesAt('unpin_at', checkUnpinAt({ createdAt, unpinAt })),
  ],
});

/** Body of `notes/create/` (§4.1). */
export const makeCreateNotesBody = ({ maxItems }: Limits) =>
  record({
    name: 'notes request',
    required: { ...accountFields, notes: list(noteDraft, { maxItems }).described('The notes to create.') },
  });
