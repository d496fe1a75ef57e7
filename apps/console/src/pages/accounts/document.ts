import type { DocumentRefused } from '@carryover/application/reading/open-document';
import { StoreProblem } from '../../web/or-problem.ts';
import { notFound, Problem } from '../../web/problem.ts';

/** Types that a browser saves and other programs open; of any other file, only the bytes are known. */
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain; charset=utf-8',
};

/** Returns the name and the type of the file at a location. */
export const fileOf = (location: string): { readonly fileName: string; readonly contentType: string } => {
  const fileName = location.split('/').at(-1) ?? 'document';
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  return { fileName, contentType: TYPES[ending] ?? 'application/octet-stream' };
};

/** Returns the page that says why a document cannot be shown. */
export const documentProblem = (refused: DocumentRefused): Problem => {
  switch (refused.kind) {
    case 'document_missing':
      return new Problem(
        404,
        'The document is missing',
        'The client named this document, but the document store does not have it.',
        'Ask the client to upload it to the place that was agreed. The account itself is complete.',
      );
    case 'document_outside_root':
      return new Problem(
        409,
        'The document is elsewhere',
        'The document is not below the supplier’s document root, which was changed after it was sent.',
        'An operator can look up where it is, and set the document root on the set-up page.',
      );
    case 'document_store_unavailable':
      return new Problem(
        503,
        'The document store does not answer',
        `It could not be determined whether the document exists (${refused.reason}).`,
        'Try again in a moment. If it stays so, check DOCUMENT_STORE of the console.',
      );
    case 'store_unavailable':
    case 'store_failure':
      return new StoreProblem(refused.kind, refused.cause);
    default:
      return notFound();
  }
};
