import type { CreateNotes, CreateNotesFailure, NoteDocumentPlace } from '@carryover/application/imports/create-notes';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { makeCreateNotesBody } from '@carryover/contract/codecs/note';
import type { Path } from '@carryover/contract/issue';
import { lengthOf } from '@carryover/contract/json/exact-json';
import type { Limits } from '@carryover/contract/limits';
import { differingFields } from '@carryover/domain/differences';
import type { NoteOutcome } from '@carryover/domain/note';
import { onAccountRefused, onStoreFailure } from '../responses/account-rejections.ts';
import { ofDocumentStore, pathMissing, pathTooLong } from '../responses/document-rejections.ts';
import { failedValidation, toErrorAnswer } from '../responses/rejection.ts';
import type { ImportEndpoint } from './endpoint.ts';

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
export const createNotesEndpoint = (
  createNotes: CreateNotes,
  limits: Limits,
): ImportEndpoint<Input, Record<never, boolean>, CreateNotesFailure, ReadonlyArray<NoteOutcome>> => ({
  kind: 'notes',
  input: makeCreateNotesBody(limits),
  flags: {},
  itemsOf: ({ notes }) => lengthOf(notes),
  useCase: ({ input: { notes }, ...on }) => createNotes({ ...on, notes }),
  onSuccess: (outcomes) => ({ status: 201, body: JSON.stringify(outcomes.map(toResult)) }),
  onError: {
    ...onAccountRefused,
    ...onStoreFailure,
    documents_refused: ({ documents }) => failedValidation(documents.map((place) => pathTooLong(pathOf(place)))),
    documents_missing: ({ places }) => failedValidation(places.map((place) => pathMissing(pathOf(place)))),
    document_store_unavailable: ofDocumentStore,
  },
  toErrorAnswer,
  movedBy: () => [],
});
