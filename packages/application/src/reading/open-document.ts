import type { AccountNotFound } from '@carryover/domain/account';
import { isInsideRoot } from '@carryover/domain/document-path';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DocumentSource, DocumentStoreUnavailable } from '../ports/document-store.ts';
import type { AccountPageReader } from '../ports/reading/account-page-reader.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

export type DocumentRefused =
  | AccountNotFound
  | DocumentStoreUnavailable
  | StoreFailure
  /** The supplier's document root was changed since the document was sent. */
  | { readonly kind: 'document_outside_root' }
  | { readonly kind: 'document_missing' };

type Wanted = {
  readonly serviceAccountNumber: string;
  readonly location: string;
  /** Returns true for organisations whose documents may be read; others answer as if there were no such account. */
  readonly mayRead: (organisation: string) => boolean;
};

/** Opens a document of a note or statement of the account, if it is within the root of the account's supplier. */
type OpenDocument = UseCase<Wanted, DocumentRefused, AsyncIterable<Uint8Array>>;

const NOT_FOUND: DocumentRefused = { kind: 'import_process_does_not_exist' };
const OUTSIDE: DocumentRefused = { kind: 'document_outside_root' };
const MISSING: DocumentRefused = { kind: 'document_missing' };

type Ports = { readonly accountPages: AccountPageReader; readonly documents: DocumentSource };

export const makeOpenDocument =
  ({ accountPages, documents }: Ports): OpenDocument =>
  ({ serviceAccountNumber, location, mayRead }) =>
    pipe(
      accountPages.ownerOfDocument(serviceAccountNumber, location),
      TE.mapLeft((failure): DocumentRefused => failure),
      TE.chain(TE.fromNullable<DocumentRefused>(NOT_FOUND)),
      TE.filterOrElse(
        ({ organisation }) => mayRead(organisation),
        (): DocumentRefused => NOT_FOUND,
      ),
      TE.filterOrElse(
        ({ documentRoot }) => isInsideRoot(documentRoot)(location),
        (): DocumentRefused => OUTSIDE,
      ),
      TE.chainW(({ documentRoot }) => documents.open(documentRoot, location)),
      TE.chain(TE.fromNullable<DocumentRefused>(MISSING)),
    );
