import { type DateTime, parseDateTime } from '@carryover/domain/date-time';
import { type DocumentPath, parseDocumentPath } from '@carryover/domain/document-path';
import type { LocatedDraft, NoteDraft } from '@carryover/domain/note';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';

export const second = (text: string): DateTime => {
  const parsed = parseDateTime(text);
  if (O.isNone(parsed)) throw new Error(`${text} is not a datetime`);
  return parsed.value;
};

export const path = (text: string): DocumentPath => {
  const parsed = parseDocumentPath(text);
  if (E.isLeft(parsed)) throw new Error(`${text} is not a document path: ${parsed.left.kind}`);
  return parsed.right;
};

export const aNoteDraft = (fields: Partial<NoteDraft> = {}): NoteDraft => ({
  body: 'Called about the move.',
  documentPaths: [],
  createdAt: null,
  isPinned: false,
  unpinAt: null,
  ...fields,
});

/** A draft whose documents lie below no root, unless said otherwise. */
export const aLocatedDraft = (fields: Partial<LocatedDraft> = {}): LocatedDraft => {
  const draft = aNoteDraft(fields);
  return { ...draft, documents: fields.documents ?? draft.documentPaths };
};
