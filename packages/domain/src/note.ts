import * as E from 'fp-ts/lib/Either.js';
import type { DateTime } from './date-time.ts';
import { type FieldDifference, noteDifferences, type RecordedNote } from './differences.ts';
import { type DocumentPath, locateDocument } from './document-path.ts';

/** A note as posted (§2); fields that were left out are null or empty. */
export type NoteDraft = {
  readonly body: string | null;
  readonly documentPaths: ReadonlyArray<DocumentPath>;
  readonly createdAt: DateTime | null;
  readonly isPinned: boolean;
  /** Time from which the note is no longer shown as pinned; no effect on a note that is not pinned. */
  readonly unpinAt: DateTime | null;
};

/** A note to be stored, with its creation time and the full locations of its documents. */
export type Note = Omit<NoteDraft, 'createdAt'> & {
  readonly createdAt: DateTime;
  readonly documents: ReadonlyArray<string>;
};

/** A draft whose documents' full locations are known. */
export type LocatedDraft = NoteDraft & Pick<Note, 'documents'>;

/** The path of the document at `document` of the draft at `note`, both zero-based, is too long together with its root. */
export type NoteDocumentTooLong = { readonly kind: 'path_too_long'; readonly note: number; readonly document: number };

/** Joins each draft's document paths to the supplier's root (decisions 9). */
export const locateDocuments =
  (root: string) =>
  (drafts: ReadonlyArray<NoteDraft>): E.Either<ReadonlyArray<NoteDocumentTooLong>, ReadonlyArray<LocatedDraft>> => {
    const tooLong: NoteDocumentTooLong[] = [];
    const located = drafts.map((draft, note) => ({
      ...draft,
      documents: draft.documentPaths.flatMap((path, document) => {
        const location = locateDocument(root)(path);
        if (E.isRight(location)) return [location.right];
        tooLong.push({ kind: 'path_too_long', note, document });
        return [];
      }),
    }));
    return tooLong.length === 0 ? E.right(located) : E.left(tooLong);
  };

/** A stored note of the account. */
export type KnownNote = RecordedNote & { readonly identity: string; readonly createdAt: DateTime };

export type NoteOutcome =
  | { readonly kind: 'created'; readonly note: Note }
  | {
      readonly kind: 'already_exists';
      readonly createdAt: DateTime;
      readonly body: string | null;
      /** The fields in which the posted note differs from the stored one; empty if it is the same. */
      readonly conflict: ReadonlyArray<FieldDifference>;
    };

/** Requires a body or a document (§2). */
export const requireContent = (draft: {
  readonly hasBody: boolean;
  readonly hasDocuments: boolean;
}): E.Either<{ readonly kind: 'note_body_or_document_path_not_found' }, void> =>
  draft.hasBody || draft.hasDocuments ? E.right(undefined) : E.left({ kind: 'note_body_or_document_path_not_found' });

/** Requires that a note is not unpinned before it is created, if both times are sent (decisions 4). */
export const checkUnpinAt = (
  draft: Pick<NoteDraft, 'createdAt' | 'unpinAt'>,
): E.Either<{ readonly kind: 'note_unpin_at_earlier_than_creation_date' }, void> =>
  draft.unpinAt !== null && draft.createdAt !== null && draft.unpinAt < draft.createdAt
    ? E.left({ kind: 'note_unpin_at_earlier_than_creation_date' })
    : E.right(undefined);

/** Returns true if a note is shown as pinned: until its `unpinAt` (decisions 4). */
export const isPinnedAt = ({ isPinned, unpinAt }: Pick<NoteDraft, 'isPinned' | 'unpinAt'>, now: DateTime): boolean =>
  isPinned && (unpinAt === null || now < unpinAt);

/** A stored note, and where it came from. */
type SortedNote = Pick<Note, 'createdAt' | 'isPinned' | 'unpinAt'> & {
  readonly isAddedByService: boolean;
  readonly importId: string;
  /** Zero-based, among the notes of its import. */
  readonly position: number;
};

/**
 * Returns an account's notes as support reads them: the client's pinned notes first, then those that the service pinned, then the
 * others, each newest first.
 */
export const sortNotes = <N extends SortedNote>(notes: ReadonlyArray<N>, now: DateTime): ReadonlyArray<N> => {
  const rankOf = (note: N): number => {
    if (!isPinnedAt(note, now)) return 2;
    return note.isAddedByService ? 1 : 0;
  };
  const isNewer = (a: N, b: N): boolean => {
    if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt;
    return a.importId === b.importId ? a.position > b.position : a.importId > b.importId;
  };
  return notes.toSorted((a, b) => rankOf(a) - rankOf(b) || (isNewer(a, b) ? -1 : 1));
};

/** Returns a note's identity: the body, or, without one, the set of document paths as posted (decisions 4). */
export const noteIdentity = ({ body, documentPaths }: Pick<NoteDraft, 'body' | 'documentPaths'>): string =>
  body === null ? `documents:${JSON.stringify([...new Set(documentPaths)].sort())}` : `body:${body}`;

/**
 * Returns one outcome per draft, in order (§4.1). A draft already exists if a note has the same identity, and the same
 * `createdAt` if the draft gives one; notes created earlier in the same list count.
 *
 * @param now the second that a draft without `createdAt` gets.
 * @param known of the account's notes with a draft's identity, the earliest and those with the draft's `createdAt`.
 */
export const addNotes =
  (now: DateTime, known: ReadonlyArray<KnownNote>) =>
  (drafts: ReadonlyArray<LocatedDraft>): ReadonlyArray<NoteOutcome> => {
    const notesOf = new Map<string, Map<DateTime, RecordedNote>>();
    const remember = (identity: string, createdAt: DateTime, note: RecordedNote) => {
      const notes = notesOf.get(identity);
      if (notes === undefined) notesOf.set(identity, new Map([[createdAt, note]]));
      else notes.set(createdAt, note);
    };
    for (const note of known) remember(note.identity, note.createdAt, note);

    return drafts.map((draft): NoteOutcome => {
      const identity = noteIdentity(draft);
      const notes = notesOf.get(identity);
      const createdAt = notes === undefined ? null : (draft.createdAt ?? earliest(notes.keys()));
      const existing = createdAt === null ? undefined : notes?.get(createdAt);
      if (createdAt !== null && existing !== undefined)
        return { kind: 'already_exists', createdAt, body: draft.body, conflict: noteDifferences(existing, draft) };
      const note = { ...draft, createdAt: draft.createdAt ?? now };
      remember(identity, note.createdAt, note);
      return { kind: 'created', note };
    });
  };

const earliest = (times: Iterable<DateTime>): DateTime | null => {
  let first: DateTime | null = null;
  for (const time of times) if (first === null || time < first) first = time;
  return first;
};

/** The length of the part of a body that identifies a note to a reader, in code points. */
const BODY_EXCERPT = 200;

/** Returns the part of a body that identifies its note to a reader. */
export const beginningOf = (body: string): string => {
  if (body.length <= BODY_EXCERPT) return body;
  const characters = [...body.slice(0, 2 * BODY_EXCERPT + 1)];
  return characters.length <= BODY_EXCERPT ? body : `${characters.slice(0, BODY_EXCERPT).join('')}…`;
};
