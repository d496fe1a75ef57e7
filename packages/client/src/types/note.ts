import type { AccountRef, DateTimeText } from './common.ts';

/** A document of the store, by its path relative to the supplier's root: `bills/2019/10.pdf`. At most 1,024 bytes with the root. */
export type DocumentPath = { readonly document_path: string };

type NoteFields = {
  /** Creation time of the note. Default: the time at which it is stored. */
  readonly created_at?: DateTimeText;
  /** Pinned to the top of the account's page. */
  readonly is_pinned?: boolean;
  /** Time at which it is unpinned; not earlier than `created_at`. No effect without `is_pinned: true`. */
  readonly unpin_at?: DateTimeText;
};

/** A note: a body of up to 100,000 characters, documents, or both. */
export type Note = NoteFields &
  (
    | { readonly body: string; readonly document_paths?: ReadonlyArray<DocumentPath> }
    | { readonly body?: string; readonly document_paths: ReadonlyArray<DocumentPath> }
  );

/** Body of `notes/create/` and `notes/validate/`: up to 10,000 notes. */
export type NotesRequest = AccountRef & { readonly notes: ReadonlyArray<Note> };

/** The result of one note, in the order sent. */
export type NoteResult = {
  /** As stored; for a note that already exists, the stored note's time. */
  readonly created_at: DateTimeText;
  /** null if the note has only documents. */
  readonly body: string | null;
  /** A note already exists if one has the same body (without body: the same documents), and the same `created_at` if one was sent. */
  readonly status: 'NOTE_CREATION_SUCCESS' | 'NOTE_ALREADY_EXISTS';
  /** Only if the note already exists with different documents or pin: the sorted names of the fields that differ. The stored note is not changed. */
  readonly differing_fields?: ReadonlyArray<'document_paths' | 'is_pinned' | 'unpin_at'>;
};
