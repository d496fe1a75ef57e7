import type { Account } from '@carryover/domain/account';
import { type DocumentPath, locateDocument } from '@carryover/domain/document-path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DocumentStore, DocumentStoreUnavailable } from '../ports/document-store.ts';
import type { ImportCommand } from '../ports/import-records.ts';
import type { Store, UnitOfWork } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import { after, type Refusals, tolerate } from './checks.ts';

/** A path to verify, and its position in the request. */
export type PathAt<Place> = { readonly path: DocumentPath; readonly place: Place };
/** The document store has no document at the paths at these positions. */
type DocumentsMissing<Place> = { readonly kind: 'documents_missing'; readonly places: ReadonlyArray<Place> };
/** Left if documents are missing, after which a dry run continues. */
type VerifiedDocuments<Place> = E.Either<DocumentsMissing<Place>, void>;
export type VerificationRefusal<Place> = DocumentsMissing<Place> | DocumentStoreUnavailable;

/** The documents below this root are to be verified first, with no lock held. */
type DocumentsUnverified = { readonly kind: 'documents_unverified'; readonly root: string };
/** What is known of a request's documents below the root of the account's supplier. */
type DocumentsOf<Place> = (account: Account) => E.Either<DocumentsUnverified, VerifiedDocuments<Place>>;

type DocumentsWork<Place, Refusal, A> = (
  store: Store,
  documentsOf: DocumentsOf<Place>,
) => TE.TaskEither<Refusals<Refusal> | DocumentsUnverified | StoreFailure, A>;

/**
 * Runs the work of an import in a unit of work. If the supplier's `verify_documents` is on, the work ends where it asks for the
 * documents, they are verified with no lock held, and it runs again (decisions 9).
 */
export type RunWithDocuments = <Place, Refusal, A>(
  command: ImportCommand,
  paths: ReadonlyArray<PathAt<Place>>,
  work: DocumentsWork<Place, Refusal, A>,
) => TE.TaskEither<Refusals<Refusal | VerificationRefusal<Place>> | StoreFailure, A>;

/** Asks the store for paths below a root; a path that is too long is refused later, when it is joined to the root. */
const verifyBelow = <Place>(
  documentStore: Pick<DocumentStore, 'missing'>,
  root: string,
  paths: ReadonlyArray<PathAt<Place>>,
): TE.TaskEither<Refusals<DocumentStoreUnavailable>, VerifiedDocuments<Place>> => {
  const located = paths.flatMap(({ path, place }) => {
    const location = locateDocument(root)(path);
    return E.isRight(location) ? [{ location: location.right, place }] : [];
  });
  return pipe(
    documentStore.missing(
      root,
      located.map(({ location }) => location),
    ),
    TE.bimap(after([]), (locations) => {
      const missing = new Set(locations);
      const places = located.flatMap(({ location, place }) => (missing.has(location) ? [place] : []));
      return places.length === 0 ? E.right(undefined) : E.left({ kind: 'documents_missing', places });
    }),
  );
};

const isUnverified = (failure: object): failure is DocumentsUnverified =>
  'kind' in failure && failure.kind === 'documents_unverified';

export const makeRunWithDocuments =
  (ports: {
    readonly unitOfWork: UnitOfWork;
    readonly documentStore: Pick<DocumentStore, 'missing'>;
  }): RunWithDocuments =>
  <Place, Refusal, A>(
    command: ImportCommand,
    paths: ReadonlyArray<PathAt<Place>>,
    work: DocumentsWork<Place, Refusal, A>,
  ) => {
    type Verified = { readonly root: string; readonly documents: VerifiedDocuments<Place> };
    const attempt = (
      verified: Verified | null,
    ): TE.TaskEither<Refusals<Refusal | VerificationRefusal<Place>> | StoreFailure, A> => {
      const documentsOf: DocumentsOf<Place> = ({ supplier: { configuration } }) => {
        if (paths.length === 0 || !configuration.verifyDocuments) return E.right(E.right(undefined));
        const root = configuration.documentRoot;
        return verified?.root === root ? E.right(verified.documents) : E.left({ kind: 'documents_unverified', root });
      };
      return pipe(
        ports.unitOfWork.run<Refusals<Refusal> | DocumentsUnverified, A>(command, (store) => work(store, documentsOf)),
        TE.orElseW((failure) => {
          if (!isUnverified(failure)) return TE.left(failure);
          const { root } = failure;
          return pipe(
            verifyBelow(ports.documentStore, root, paths),
            TE.tap((documents) => tolerate(command.commit, documents)),
            TE.chainW((documents) => attempt({ root, documents })),
          );
        }),
      );
    };
    return attempt(null);
  };
