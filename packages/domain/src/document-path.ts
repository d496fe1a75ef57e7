import * as E from 'fp-ts/lib/Either.js';
import { isWellFormed } from './text.ts';

/** A path relative to the supplier's document root: `/`-separated, inside the root, nothing decoded or normalised (decisions 9). */
export type DocumentPath = string & { readonly DocumentPath: unique symbol };

export type DocumentPathFailure =
  | { readonly kind: 'blank' }
  | { readonly kind: 'invalid_characters' }
  | { readonly kind: 'invalid_document_path' }
  | DocumentPathTooLong;
/** Longer than {@link MAX_PATH_BYTES}, alone or with its root. */
type DocumentPathTooLong = { readonly kind: 'path_too_long' };

/** In UTF-8, root included. */
export const MAX_PATH_BYTES = 1024;

/** Control characters, and characters that change the direction of writing: they disguise a file extension. */
const CONTROL = /\p{Cc}|\p{Bidi_Control}/u;
/** A scheme such as `https:` or `s3:`, or a drive such as `C:`. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** Every JavaScript runtime has it; the package needs the types of none. */
declare const TextEncoder: new () => { readonly encode: (text: string) => { readonly length: number } };
const UTF8 = new TextEncoder();

/** Returns true if the text is longer in UTF-8. A UTF-16 unit takes at most three bytes, so most texts need no count. */
const isLongerThanBytes = (max: number, text: string): boolean =>
  text.length * 3 > max && (text.length > max || UTF8.encode(text).length > max);

const isSafeSegment = (segment: string): boolean => segment !== '' && segment !== '.' && segment !== '..';

/** @returns Left `blank`, `invalid_characters`, `path_too_long` or `invalid_document_path`, in this order. */
export const parseDocumentPath = (text: string): E.Either<DocumentPathFailure, DocumentPath> => {
  if (text === '') return E.left({ kind: 'blank' });
  if (!isWellFormed(text)) return E.left({ kind: 'invalid_characters' });
  if (isLongerThanBytes(MAX_PATH_BYTES, text)) return E.left({ kind: 'path_too_long' });
  const isSafe =
    !text.includes('\\') && !CONTROL.test(text) && !SCHEME.test(text) && text.split('/').every(isSafeSegment);
  return isSafe ? E.right(text as DocumentPath) : E.left({ kind: 'invalid_document_path' });
};

/**
 * Returns the full location: root and path joined by one `/`, or only the path if the supplier has no root.
 *
 * @returns Left `path_too_long` if both together exceed {@link MAX_PATH_BYTES}.
 */
export const locateDocument =
  (root: string) =>
  (path: DocumentPath): E.Either<DocumentPathTooLong, string> => {
    const location = root === '' ? path : `${root.endsWith('/') ? root.slice(0, -1) : root}/${path}`;
    return isLongerThanBytes(MAX_PATH_BYTES, location) ? E.left({ kind: 'path_too_long' }) : E.right(location);
  };

/** Returns true for a full location below a supplier's root; all are below an empty one. */
export const isInsideRoot =
  (root: string) =>
  (location: string): boolean =>
    root === '' || location.startsWith(root.endsWith('/') ? root : `${root}/`);

export type DocumentRootFailure = { readonly kind: 'invalid_document_root'; readonly root: string };

/**
 * Parses the root of a supplier's documents: a location in the store, which may name a bucket (`s3://bucket/acme`), or empty
 * (decisions 9). The operator sets it, so only impossible locations are rejected.
 */
export const parseDocumentRoot = (root: string): E.Either<DocumentRootFailure, string> => {
  const climbs = root.split('/').some((segment) => segment === '.' || segment === '..');
  const isLocation = isWellFormed(root) && !CONTROL.test(root) && !climbs && !isLongerThanBytes(MAX_PATH_BYTES, root);
  return isLocation ? E.right(root) : E.left({ kind: 'invalid_document_root', root });
};
