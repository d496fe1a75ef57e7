import { type DocumentRootFailure, parseDocumentRoot } from '@carryover/domain/document-path';
import { DEFAULT_CONFIGURATION } from '@carryover/domain/import-supplier';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Administration, NamedSupplier, SupplierChange } from '../ports/administration.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import * as TE from '../task-either.ts';
import type { UseCase } from '../use-case.ts';
import type { OrganisationNotFound } from './organisations.ts';

/** How the operator names a supplier: by its code, and the organisation where the code is not unique. */
export type SupplierName = { readonly code: string; readonly organisationName?: string };

export type SupplierNotFound = { readonly kind: 'supplier_not_found'; readonly code: string };
/** Several organisations have this code: never guessed (decisions 14). */
export type SupplierAmbiguous = {
  readonly kind: 'supplier_ambiguous';
  readonly code: string;
  readonly organisations: ReadonlyArray<string>;
};
export type SupplierAlreadyExists = { readonly kind: 'supplier_already_exists'; readonly code: string };
export type SupplierRefused = SupplierNotFound | SupplierAmbiguous;

/** The one supplier of this name. */
export const theSupplier = (
  administration: Administration,
  name: SupplierName,
): TE.TaskEither<SupplierRefused | StoreFailure, NamedSupplier> =>
  pipe(
    administration.findSuppliers(name),
    TE.chainEitherKW((found): E.Either<SupplierRefused, NamedSupplier> => {
      const [supplier, ...others] = found;
      if (supplier === undefined) return E.left({ kind: 'supplier_not_found', code: name.code });
      return others.length === 0
        ? E.right(supplier)
        : E.left({
            kind: 'supplier_ambiguous',
            code: name.code,
            organisations: found.map(({ organisationName }) => organisationName),
          });
    }),
  );

/** What the operator does with import suppliers (decisions 2, 14). */
export type SupplierUseCases = {
  readonly create: UseCase<
    { readonly organisation: string; readonly code: string; readonly documentRoot: string },
    OrganisationNotFound | SupplierAlreadyExists | DocumentRootFailure | StoreFailure,
    NamedSupplier
  >;
  readonly list: UseCase<{ readonly organisationName?: string }, StoreFailure, ReadonlyArray<NamedSupplier>>;
  readonly show: UseCase<SupplierName, SupplierRefused | StoreFailure, NamedSupplier>;
  /** Any status may follow any other. @returns the supplier as changed. */
  readonly change: UseCase<
    { readonly name: SupplierName; readonly change: SupplierChange },
    SupplierRefused | DocumentRootFailure | StoreFailure,
    NamedSupplier
  >;
};

const checkRoot = (root: string | undefined): TE.TaskEither<DocumentRootFailure, void> =>
  pipe(
    TE.fromEither(parseDocumentRoot(root ?? '')),
    TE.map(() => undefined),
  );

export const makeSupplierUseCases = ({
  administration,
}: {
  readonly administration: Administration;
}): SupplierUseCases => ({
  create: ({ organisation: organisationName, code, documentRoot }) =>
    pipe(
      checkRoot(documentRoot),
      TE.chainW(() => administration.findOrganisation(organisationName)),
      TE.chainW(
        TE.fromNullable<OrganisationNotFound | DocumentRootFailure | StoreFailure>({
          kind: 'organisation_not_found',
          name: organisationName,
        }),
      ),
      TE.chainW((organisation) =>
        administration.createSupplier(organisation, code, { ...DEFAULT_CONFIGURATION, documentRoot }),
      ),
      TE.chainW(
        TE.fromNullable<SupplierAlreadyExists | OrganisationNotFound | DocumentRootFailure | StoreFailure>({
          kind: 'supplier_already_exists',
          code,
        }),
      ),
      TE.map((supplier) => ({ ...supplier, organisationName })),
    ),
  list: (filter) => administration.findSuppliers(filter),
  show: (name) => theSupplier(administration, name),
  change: ({ name, change }) =>
    pipe(
      checkRoot(change.documentRoot),
      TE.chainW(() => theSupplier(administration, name)),
      TE.tap((supplier) => administration.changeSupplier(supplier, change)),
      TE.chainW((supplier) =>
        theSupplier(administration, { code: supplier.code, organisationName: supplier.organisationName }),
      ),
    ),
});
