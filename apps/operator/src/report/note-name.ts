import type { NoteConflict } from '@carryover/application/operator/reconciliation/reconciliation';
import { beginning } from './excerpt.ts';

const NAME_LENGTH = 60;

/** What a report calls a note: the beginning of its body, or its documents if it has no body. */
export const noteName = ({ body, documentPaths }: NoteConflict['note']): string =>
  beginning(body ?? documentPaths.join(', '), NAME_LENGTH);
