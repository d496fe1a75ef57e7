import { toDateTime } from '@carryover/domain/date-time';
import {
  addNotes,
  beginningOf,
  locateDocuments,
  type Note,
  type NoteDocumentTooLong,
  type NoteDraft,
  type NoteOutcome,
} from '@carryover/domain/note';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Findings, NO_FINDINGS } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { UseCase } from '../use-case.ts';
import type { ImportCommand } from './import-command.ts';
import { type AccountRefused, requireAccount } from './judge.ts';
import { together } from './together.ts';
import type { PathAt, VerifyDocuments, VerifyFailure } from './verify-documents.ts';

type CreateNotesCommand = ImportCommand<CreateNotesFailure> & { readonly notes: ReadonlyArray<NoteDraft> };
/** Zero-based positions in the request: which note, which of its documents. */
export type NoteDocumentPlace = { readonly note: number; readonly document: number };
type DocumentsRefused = {
  readonly kind: 'documents_refused';
  readonly documents: ReadonlyArray<NoteDocumentTooLong>;
};
export type CreateNotesFailure = AccountRefused | DocumentsRefused | VerifyFailure<NoteDocumentPlace> | StoreFailure;
export type CreateNotes = UseCase<CreateNotesCommand, CreateNotesFailure, ReadonlyArray<NoteOutcome>>;

const created = (outcomes: ReadonlyArray<NoteOutcome>): ReadonlyArray<Note> =>
  outcomes.flatMap((outcome) => (outcome.kind === 'created' ? [outcome.note] : []));

const findingsOf = (notes: ReadonlyArray<NoteDraft>, outcomes: ReadonlyArray<NoteOutcome>): Findings => ({
  ...NO_FINDINGS,
  noteConflicts: outcomes.flatMap((outcome, index) => {
    if (outcome.kind === 'created' || outcome.conflict.length === 0) return [];
    const { createdAt, body, conflict: differences } = outcome;
    const documentPaths = body === null ? notes[index]!.documentPaths : [];
    return [{ note: { createdAt, body: body === null ? null : beginningOf(body), documentPaths }, differences }];
  }),
});

const pathsOf = (notes: ReadonlyArray<NoteDraft>): ReadonlyArray<PathAt<NoteDocumentPlace>> =>
  notes.flatMap(({ documentPaths }, note) =>
    documentPaths.map((path, document) => ({ path, place: { note, document } })),
  );

/** Adds the notes that the account does not have yet; returns one outcome per note, in request order (§4.1). */
export const makeCreateNotes =
  (ports: { readonly unitOfWork: UnitOfWork; readonly verifyDocuments: VerifyDocuments }): CreateNotes =>
  ({ request, submission, account: ref, notes, judge, commit }) => {
    const on = { account: ref, importId: request.id, commit };
    const add = ports.unitOfWork.run<CreateNotesFailure, ReadonlyArray<NoteOutcome>>(on, (store) =>
      pipe(
        together({
          account: requireAccount(store.accounts, judge),
          known: store.notes.known(ref, notes),
        }),
        TE.bindW('drafts', ({ account }) =>
          pipe(
            locateDocuments(account.supplier.configuration.documentRoot)(notes),
            E.mapLeft((documents): DocumentsRefused => ({ kind: 'documents_refused', documents })),
            TE.fromEither,
          ),
        ),
        TE.let('outcomes', ({ known, drafts }) => addNotes(toDateTime(request.receivedAt), known)(drafts)),
        TE.chainFirstEitherKW(judge.conclude),
        TE.tap(({ account, outcomes }) => store.notes.add(account, request.id, created(outcomes))),
        TE.tap(({ account, outcomes }) =>
          store.imports.accept(account, request, submission, findingsOf(notes, outcomes), {
            items: created(outcomes).length,
            billingDocuments: 0,
          }),
        ),
        TE.map(({ outcomes }) => outcomes),
      ),
    );
    return pipe(
      ports.verifyDocuments(on, pathsOf(notes), judge),
      TE.chainW(() => add),
    );
  };
