import { type ComparedField, compareFields, type FieldDifference } from './field-difference.ts';
import type { LocatedDraft, RecordedNote } from './note.ts';

type Compared = { readonly paths: ReadonlyArray<string> } & Pick<RecordedNote, 'isPinned' | 'unpinAt'>;

/** A set of paths as a text; null if there is none. */
const showPaths = (paths: ReadonlyArray<string>): string | null =>
  paths.length === 0 ? null : JSON.stringify([...new Set(paths)].sort());

const FIELDS: ReadonlyArray<ComparedField<Compared>> = [
  ['document_paths', ({ paths }) => showPaths(paths)],
  ['is_pinned', ({ isPinned }) => String(isPinned)],
  ['unpin_at', ({ unpinAt }) => unpinAt],
];

const compare = compareFields(FIELDS);
const NO_PATHS: ReadonlyArray<string> = [];

/** The paths of both that can be compared: as posted, or full locations if the recorded ones were not kept as posted. */
const pathsOf = (recorded: RecordedNote, submitted: LocatedDraft) => {
  if (submitted.body === null) return { recorded: NO_PATHS, submitted: NO_PATHS };
  return recorded.documentPaths === null
    ? { recorded: recorded.documents, submitted: submitted.documents }
    : { recorded: recorded.documentPaths, submitted: submitted.documentPaths };
};

/**
 * How a note that is not stored, because it exists, differs from the note that does (decisions 4): in its set of document
 * paths, `is_pinned` (false if left out) or `unpin_at`. Paths are compared as posted, so another document root is no
 * difference. Notes without a body are the same by their paths.
 */
export const noteDifferences = (recorded: RecordedNote, submitted: LocatedDraft): ReadonlyArray<FieldDifference> => {
  const paths = pathsOf(recorded, submitted);
  return compare({ ...recorded, paths: paths.recorded }, { ...submitted, paths: paths.submitted });
};
