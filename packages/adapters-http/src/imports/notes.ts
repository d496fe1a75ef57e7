import type { CreateNotes, NoteDocumentPlace, NotesRefusal } from '@carryover/application/imports/create-notes';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { makeCreateNotesBody } from '@carryover/contract/codecs/note';
import type { Path } from '@carryover/contract/issue';
import type { Limits } from '@carryover/contract/limits';
import { differingFields } from '@carryover/domain/differences';
import type { NoteOutcome } from '@carryover/domain/note';
import { failedValidation, ofDocumentStore, onAccountRefused, pathMissing, pathTooLong } from '../errors/rejection.ts';
import type { ImportEndpoint } from './import-handler.ts';

type Input = ValueOf<ReturnType<typeof makeCreateNotesBody>>;

const toResult = (outcome: NoteOutcome) => {
  if (outcome.kind === 'created')
    return { created_at: outcome.note.createdAt, body: outcome.note.body, status: 'NOTE_CREATION_SUCCESS' };
  const existing = { created_at: outcome.createdAt, body: outcome.body, status: 'NOTE_ALREADY_EXISTS' };
  return outcome.conflict.length === 0
    ? existing
    : { ...existing, differing_fields: differingFields(outcome.conflict) };
};

const pathOf = ({ note, document }: NoteDocumentPlace): Path => [
  'notes',
  note,
  'document_paths',
  document,
  'document_path',
];

/** POST /v1/data-import/notes/create/ (§4.1) */
export const notesEndpoint = (
  createNotes: CreateNotes,
  limits: Limits,
): ImportEndpoint<Input, NotesRefusal, ReadonlyArray<NoteOutcome>> => ({
  kind: 'notes',
  input: makeCreateNotesBody(limits),
  lists: ['notes'],
  run: (command, { notes }) => createNotes({ ...command, notes }),
  onSuccess: (outcomes) => ({ status: 201, body: JSON.stringify(outcomes.map(toResult)) }),
  onRefused: {
    ...onAccountRefused,
    documents_refused: ({ documents }) => failedValidation(documents.map((place) => pathTooLong(pathOf(place)))),
    documents_missing: ({ places }) => failedValidation(places.map((place) => pathMissing(pathOf(place)))),
    document_store_unavailable: ofDocumentStore,
  },
});
