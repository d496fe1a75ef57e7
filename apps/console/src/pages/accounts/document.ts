import { readDocumentOwner } from '@carryover/adapters-persistence/queries/account';
import { isInsideRoot } from '@carryover/domain/document-path';
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleUseCases } from '../../composition.ts';
import { parameter, within } from '../../web/input.ts';
import { notFound, orProblem, Problem } from '../../web/problem.ts';
import type { Answer, Visit } from '../../web/route.ts';

/** Types that a browser saves and other programs open; of any other file, only the bytes are known. */
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain; charset=utf-8',
};

/** Returns the name and the type of the file at a location. */
const fileOf = (location: string): { readonly fileName: string; readonly contentType: string } => {
  const fileName = location.split('/').at(-1) ?? 'document';
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  return { fileName, contentType: TYPES[ending] ?? 'application/octet-stream' };
};

const isMissing = (): Problem =>
  new Problem(
    404,
    'The document is missing',
    'The client named this document, but the document store does not have it.',
    'Ask the client to upload it to the place that was agreed. The account itself is complete.',
  );

/** The supplier's document root was changed since the document was sent. */
const isElsewhere = (): Problem =>
  new Problem(
    409,
    'The document is elsewhere',
    'The document is not below the supplier’s document root, which was changed after it was sent.',
    'An operator can look up where it is, and set the document root on the set-up page.',
  );

const isUnknown = (reason: string): Problem =>
  new Problem(
    503,
    'The document store does not answer',
    `It could not be determined whether the document exists (${reason}).`,
    'Try again in a moment. If it stays so, check DOCUMENT_STORE of the console.',
  );

/** Opens a document of a note or statement of the account, if it is within the root of the account's supplier. */
export const openDocument = async ({ operator, documents }: ConsoleUseCases, visit: Visit): Promise<Answer> => {
  const location = visit.query.get('location') ?? '';
  const owner = await orProblem(readDocumentOwner(operator.em, parameter(visit, 'number'), location));
  if (owner === null) throw notFound();
  within(visit.scope, owner.organisation);
  if (!isInsideRoot(owner.documentRoot)(location)) throw isElsewhere();
  const opened = await documents.open(owner.documentRoot, location)();
  if (E.isLeft(opened)) throw isUnknown(opened.left.reason);
  if (opened.right === null) throw isMissing();
  return { kind: 'download', ...fileOf(location), bytes: opened.right };
};
