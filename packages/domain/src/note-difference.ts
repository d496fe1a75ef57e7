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

/**
 * How a note that is not stored, because it exists, differs from the note that does (decisions 4): in its set of document
 * paths, `is_pinned` (false if left out) or `unpin_at`. Paths are compared as posted, so another document root is no
 * difference; if they were not kept, full locations are compared. Notes without a body are the same by their paths.
 */
export const noteDifferences = (recorded: RecordedNote, submitted: LocatedDraft): ReadonlyArray<FieldDifference> => {
  const { documentPaths: kept } = recorded;
  const isSameByPaths = submitted.body === null;
  const paths = isSameByPaths ? NO_PATHS : (kept ?? recorded.documents);
  const submittedPaths = isSameByPaths ? NO_PATHS : kept === null ? submitted.documents : submitted.documentPaths;
  return compare({ ...recorded, paths }, { ...submitted, paths: submittedPaths });
};
