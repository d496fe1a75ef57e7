import type { CreateNotes, CreateNotesFailure } from '@carryover/application/create-notes';
import { makeCreateNotesBody } from '@carryover/contract/codecs/note';
import { complain, issueAt } from '@carryover/contract/issue';
import type { Limits } from '@carryover/contract/limits';
import { MAX_PATH_BYTES } from '@carryover/domain/document-path';
import type { NoteOutcome } from '@carryover/domain/note';
import type * as t from 'io-ts';
import type { Endpoint } from '../endpoint.ts';
import { failedValidation, toErrorAnswer } from '../refusal.ts';
import { created, onAccountRefused, onStoreFailure } from '../responses.ts';

type Input = t.TypeOf<ReturnType<typeof makeCreateNotesBody>>;

const toResult = (outcome: NoteOutcome) =>
  outcome.kind === 'created'
    ? { created_at: outcome.note.createdAt, body: outcome.note.body, status: 'NOTE_CREATION_SUCCESS' }
    : { created_at: outcome.createdAt, body: outcome.body, status: 'NOTE_ALREADY_EXISTS' };

/** POST /v1/data-import/notes/create/ (§4.1) */
export const createNotesEndpoint = (
  createNotes: CreateNotes,
  limits: Limits,
): Endpoint<Input, Record<never, boolean>, CreateNotesFailure, ReadonlyArray<NoteOutcome>> => ({
  name: 'notes/create',
  input: makeCreateNotesBody(limits),
  flags: {},
  itemsOf: ({ notes }) => notes.length,
  useCase: ({ request, submission, account, input }) =>
    createNotes({ request, submission, account, notes: input.notes }),
  onSuccess: (outcomes) => created(outcomes.map(toResult)),
  onError: {
    ...onAccountRefused,
    ...onStoreFailure,
    documents_refused: ({ documents }) =>
      failedValidation(
        documents.map(({ note, document }) =>
          issueAt(
            ['notes', note, 'document_paths', document, 'document_path'],
            complain('max_length', `At most ${MAX_PATH_BYTES} bytes with the root in front.`),
          ),
        ),
      ),
  },
  toErrorAnswer,
});
