import { acceptsImports } from '@carryover/domain/account';
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
import type { Findings } from '../ports/store.ts';
import { type AccountRefused, conclude, type Import, requireAccount, rootOf, together, tolerate } from './checks.ts';
import type { PathAt, RunWithDocuments, VerificationRefusal } from './verify-documents.ts';

/** Zero-based positions in the request: which note, which of its documents. */
export type NoteDocumentPlace = { readonly note: number; readonly document: number };
type DocumentsRefused = {
  readonly kind: 'documents_refused';
  readonly documents: ReadonlyArray<NoteDocumentTooLong>;
};
export type NotesRefusal = AccountRefused | DocumentsRefused | VerificationRefusal<NoteDocumentPlace>;
export type CreateNotes = Import<
  { readonly notes: ReadonlyArray<NoteDraft> },
  NotesRefusal,
  ReadonlyArray<NoteOutcome>
>;

const created = (outcomes: ReadonlyArray<NoteOutcome>): ReadonlyArray<Note> =>
  outcomes.flatMap((outcome) => (outcome.kind === 'created' ? [outcome.note] : []));

const conflictsOf = (
  notes: ReadonlyArray<NoteDraft>,
  outcomes: ReadonlyArray<NoteOutcome>,
): Findings['noteConflicts'] =>
  outcomes.flatMap((outcome, index) => {
    if (outcome.kind === 'created' || outcome.conflict.length === 0) return [];
    const { createdAt, body, conflict: differences } = outcome;
    const documentPaths = body === null ? notes[index]!.documentPaths : [];
    return [{ note: { createdAt, body: body === null ? null : beginningOf(body), documentPaths }, differences }];
  });

const pathsOf = (notes: ReadonlyArray<NoteDraft>): ReadonlyArray<PathAt<NoteDocumentPlace>> =>
  notes.flatMap(({ documentPaths }, note) =>
    documentPaths.map((path, document) => ({ path, place: { note, document } })),
  );

/** Adds the notes that the account does not have yet; returns one outcome per note, in request order (§4.1). */
export const makeCreateNotes =
  ({ runWithDocuments }: { readonly runWithDocuments: RunWithDocuments }): CreateNotes =>
  (command) => {
    const { request, notes, commit } = command;
    return runWithDocuments<NoteDocumentPlace, NotesRefusal, ReadonlyArray<NoteOutcome>>(
      command,
      pathsOf(notes),
      (store, documentsOf) =>
        pipe(
          together({
            account: requireAccount(store.accounts),
            known: store.notes.known(notes),
          }),
          TE.bindW('early', ({ account }) => tolerate<NotesRefusal>(commit, acceptsImports(account.supplier))),
          TE.bindW('documents', ({ account }) => TE.fromEither(documentsOf(account))),
          TE.bindW('missing', ({ documents }) => tolerate<NotesRefusal>(commit, documents)),
          TE.bindW('drafts', ({ account, early, missing }) => {
            const located = pipe(
              locateDocuments(account.supplier.configuration.documentRoot)(notes),
              E.mapLeft((tooLong): DocumentsRefused => ({ kind: 'documents_refused', documents: tooLong })),
            );
            return conclude([...early, ...missing], located);
          }),
          TE.let('outcomes', ({ known, drafts }) => addNotes(toDateTime(request.receivedAt), known)(drafts)),
          TE.tap(({ outcomes }) => store.notes.add(created(outcomes))),
          TE.tap(({ account, outcomes }) =>
            store.imports.accept(account, command, {
              items: created(outcomes).length,
              findings: { noteConflicts: conflictsOf(notes, outcomes) },
              basis: rootOf(
                account,
                created(outcomes).some(({ documents }) => documents.length > 0),
              ),
            }),
          ),
          TE.map(({ outcomes }) => outcomes),
        ),
    );
  };
