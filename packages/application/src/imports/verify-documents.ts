import { acceptsImports } from '@carryover/domain/account';
import { type DocumentPath, locateDocument } from '@carryover/domain/document-path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DocumentStore, DocumentStoreUnavailable } from '../ports/document-store.ts';
import type { ImportCommand } from '../ports/import-records.ts';
import type { SupplierRepository, UnitOfWork } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import { type AccountRefused, after, type Refusals, requireAccount, tolerate } from './checks.ts';

/** A path to verify, and its position in the request. */
export type PathAt<Place> = { readonly path: DocumentPath; readonly place: Place };
/** The document store has no document at the paths at these positions. */
type DocumentsMissing<Place> = { readonly kind: 'documents_missing'; readonly places: ReadonlyArray<Place> };
/** Left if documents are missing, after which a dry run continues. */
export type VerifiedDocuments<Place> = E.Either<DocumentsMissing<Place>, void>;
export type VerificationRefusal<Place> = AccountRefused | DocumentsMissing<Place> | DocumentStoreUnavailable;

/** Checks that documents exist, before anything is written and with no lock held (decisions 9). */
export type VerifyDocuments = <Place>(
  command: ImportCommand,
  paths: ReadonlyArray<PathAt<Place>>,
) => TE.TaskEither<Refusals<VerificationRefusal<Place>> | StoreFailure, VerifiedDocuments<Place>>;

/** Asks the store for paths below a root; a path that is too long is refused later, when it is joined to the root. */
const verifyBelow = <Place>(
  documentStore: DocumentStore,
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

/** Does nothing if the supplier's `verify_documents` is off; otherwise checks the account first, as all imports do. */
export const makeVerifyDocuments =
  (ports: {
    readonly suppliers: SupplierRepository;
    readonly unitOfWork: UnitOfWork;
    readonly documentStore: DocumentStore;
  }): VerifyDocuments =>
  (command, paths) => {
    const unverified = TE.right(E.right(undefined));
    if (paths.length === 0) return unverified;
    return pipe(
      ports.suppliers.find(command.account.organisationId, command.account.supplierCode),
      TE.chainW((supplier) => {
        if (supplier === null || !supplier.configuration.verifyDocuments) return unverified;
        const { documentRoot } = supplier.configuration;
        return pipe(
          ports.unitOfWork.run<Refusals<AccountRefused>, unknown>(command, ({ accounts }) =>
            pipe(
              requireAccount(accounts),
              TE.chainW((account) => tolerate(command.commit, acceptsImports(account.supplier))),
            ),
          ),
          TE.chainW(() => verifyBelow(ports.documentStore, documentRoot, paths)),
          TE.tap((documents) => tolerate(command.commit, documents)),
        );
      }),
    );
  };
