import type { DateTime } from '../date-time.ts';
import { type ComparedField, compareFields, type FieldDifference } from './field-difference.ts';

/** The submitted fields of a stored note, for the comparison with a note of the same identity. */
export type RecordedNote = {
  readonly isPinned: boolean;
  readonly unpinAt: DateTime | null;
  /** The full locations of its documents. */
  readonly documents: ReadonlyArray<string>;
  /** As posted; null for notes stored before posted paths were kept. */
  readonly documentPaths: ReadonlyArray<string> | null;
};

type SubmittedNote = RecordedNote & { readonly body: string | null; readonly documentPaths: ReadonlyArray<string> };

type Compared = { readonly paths: ReadonlyArray<string> } & Pick<RecordedNote, 'isPinned' | 'unpinAt'>;

/** Returns a set of paths as a text; null if it is empty. */
const showPaths = (paths: ReadonlyArray<string>): string | null =>
  paths.length === 0 ? null : JSON.stringify([...new Set(paths)].sort());

const FIELDS: ReadonlyArray<ComparedField<Compared>> = [
  ['document_paths', ({ paths }) => showPaths(paths)],
  ['is_pinned', ({ isPinned }) => String(isPinned)],
  ['unpin_at', ({ unpinAt }) => unpinAt],
];

const compare = compareFields(FIELDS);
const NO_PATHS: ReadonlyArray<string> = [];

/** Returns comparable paths of both notes: as posted, or full locations if the stored note has only those. */
const pathsOf = (recorded: RecordedNote, submitted: SubmittedNote) => {
  if (submitted.body === null) return { recorded: NO_PATHS, submitted: NO_PATHS };
  return recorded.documentPaths === null
    ? { recorded: recorded.documents, submitted: submitted.documents }
    : { recorded: recorded.documentPaths, submitted: submitted.documentPaths };
};

/**
 * Returns the fields in which a note that already exists differs from the stored one (decisions 4): its set of document
 * paths, `is_pinned` (false if left out) or `unpin_at`. Paths are compared as posted, so a different document root is not a
 * difference. Notes without a body are the same by their paths.
 */
export const noteDifferences = (recorded: RecordedNote, submitted: SubmittedNote): ReadonlyArray<FieldDifference> => {
  const paths = pathsOf(recorded, submitted);
  return compare({ ...recorded, paths: paths.recorded }, { ...submitted, paths: paths.submitted });
};
