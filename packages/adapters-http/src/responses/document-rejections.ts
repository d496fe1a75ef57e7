import type { DocumentStoreUnavailable } from '@carryover/application/ports/document-store';
import { complain, type Issue, issueAt, type Path } from '@carryover/contract/issue';
import { MAX_PATH_BYTES } from '@carryover/domain/document-path';
import { type Rejection, rejection } from './rejection.ts';

/** The issue of a path that is too long together with its root (decisions 9). */
export const pathTooLong = (at: Path): Issue =>
  issueAt(at, complain('max_length', `Must have at most ${MAX_PATH_BYTES} bytes, including the root.`));

export const pathMissing = (at: Path): Issue => issueAt(at, complain('path_does_not_exist_in_file_store'));

/** The rejection if the document store is unavailable: its documents must not be reported as missing. */
export const ofDocumentStore = ({ reason }: DocumentStoreUnavailable): Rejection => ({
  ...rejection(503, 'service_unavailable', {
    detail: 'The document store is temporarily unavailable. Nothing was stored. Send the same request again.',
    headers: { 'Retry-After': '5' },
  }),
  cause: new Error(`document store: ${reason}`),
});
