import type { AccountRef } from '@carryover/domain/account';
import { type DocumentPath, locateDocument } from '@carryover/domain/document-path';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DocumentStore, DocumentStoreUnavailable } from '../ports/document-store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { SupplierRepository } from '../ports/supplier-repository.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { type AccountRefused, type Judge, requireAccount } from './judge.ts';

/** A path to verify, and its position in the request. */
export type PathAt<Place> = { readonly path: DocumentPath; readonly place: Place };
/** The document store has no document at the paths at these positions. */
type DocumentsMissing<Place> = { readonly kind: 'documents_missing'; readonly places: ReadonlyArray<Place> };
export type VerifyFailure<Place> = AccountRefused | DocumentsMissing<Place> | DocumentStoreUnavailable | StoreFailure;

/** Checks that documents exist, before anything is written and with no lock held (decisions 9). */
export type VerifyDocuments = <Place, Failure>(
  on: { readonly account: AccountRef; readonly importId: string; readonly commit: boolean },
  paths: ReadonlyArray<PathAt<Place>>,
  judge: Judge<Failure | VerifyFailure<Place>>,
) => TE.TaskEither<Failure | VerifyFailure<Place>, void>;

/** Returns paths with their full locations; a path that is too long is refused later, when it is joined to the root. */
const locateBelow = <Place>(root: string, paths: ReadonlyArray<PathAt<Place>>) =>
  paths.flatMap(({ path, place }) => {
    const location = locateDocument(root)(path);
    return E.isRight(location) ? [{ location: location.right, place }] : [];
  });

const verifyBelow = <Place, Failure>(
  documentStore: DocumentStore,
  root: string,
  paths: ReadonlyArray<PathAt<Place>>,
  judge: Judge<Failure | VerifyFailure<Place>>,
): TE.TaskEither<Failure | VerifyFailure<Place>, void> => {
  const located = locateBelow(root, paths);
  return pipe(
    documentStore.missing(
      root,
      located.map(({ location }) => location),
    ),
    TE.map((missing) => new Set(missing)),
    TE.map((missing) => located.flatMap(({ location, place }) => (missing.has(location) ? [place] : []))),
    TE.chainEitherKW((places) =>
      judge.tolerate(places.length === 0 ? E.right(undefined) : E.left({ kind: 'documents_missing', places })),
    ),
  );
};

/** Does nothing if the supplier's `verify_documents` is off; otherwise checks the account first, as all imports do. */
export const makeVerifyDocuments =
  (ports: {
    readonly suppliers: SupplierRepository;
    readonly unitOfWork: UnitOfWork;
    readonly documentStore: DocumentStore;
  }): VerifyDocuments =>
  (on, paths, judge) => {
    if (paths.length === 0) return TE.right(undefined);
    return pipe(
      ports.suppliers.find(on.account.organisationId, on.account.supplierCode),
      TE.chainW((supplier) => {
        if (supplier === null || !supplier.configuration.verifyDocuments) return TE.right(undefined);
        return pipe(
          ports.unitOfWork.run(on, ({ accounts }) => requireAccount(accounts, judge)),
          TE.chainW(() => verifyBelow(ports.documentStore, supplier.configuration.documentRoot, paths, judge)),
        );
      }),
    );
  };
