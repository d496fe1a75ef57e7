import { type DocumentRootFailure, parseDocumentRoot } from '@carryover/domain/document-path';
import { DEFAULT_CONFIGURATION, type ImportSupplier } from '@carryover/domain/import-supplier';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Administration, NamedSupplier, SupplierChange } from '../../ports/operator/administration.ts';
import type { ActingOperator } from '../../ports/operator/operator-actions.ts';
import type { OperatorStores, OperatorWork } from '../../ports/operator/operator-work.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';
import type { UseCase } from '../../use-case.ts';
import { aboutSupplier } from '../action-subject.ts';
import { type OrganisationNotFound, theOrganisation } from './organisations.ts';
import { partOf, supplierState } from './supplier-state.ts';

/** The operator's reference to a supplier: its code, with the organisation if the code is not unique. */
export type SupplierName = { readonly code: string; readonly organisationName?: string };

type SupplierNotFound = { readonly kind: 'supplier_not_found'; readonly code: string };
/** Several organisations have this code; the command never guesses (decisions 14). */
type SupplierAmbiguous = {
  readonly kind: 'supplier_ambiguous';
  readonly code: string;
  readonly organisations: ReadonlyArray<string>;
};
export type SupplierAlreadyExists = { readonly kind: 'supplier_already_exists'; readonly code: string };
export type SupplierRefused = SupplierNotFound | SupplierAmbiguous;

/** Returns the only supplier with this name. */
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

/** A filter by supplier; null: all suppliers. */
export type OfSupplier = { readonly supplier: SupplierName | null };

/** Returns the same filter with the id of the supplier that it names. */
export const withSupplierId = <Filter extends OfSupplier>(
  administration: Administration,
  { supplier, ...filter }: Filter,
): TE.TaskEither<SupplierRefused | StoreFailure, Omit<Filter, 'supplier'> & { readonly supplierId?: string }> =>
  supplier === null
    ? TE.right(filter)
    : pipe(
        theSupplier(administration, supplier),
        TE.map(({ id }) => ({ ...filter, supplierId: id })),
      );

type CreateSupplier = {
  readonly organisation: string;
  readonly code: string;
  readonly documentRoot: string;
  readonly by: ActingOperator;
};
type ChangeSupplier = {
  readonly name: SupplierName;
  readonly change: SupplierChange;
  /** What the change was decided on: the change is refused if any of it is no longer so. */
  readonly expected?: SupplierChange;
  readonly by: ActingOperator;
};

/** Somebody else changed the supplier meanwhile. */
export type SupplierChanged = { readonly kind: 'supplier_changed'; readonly supplier: NamedSupplier };

/** The operator's use cases of import suppliers (decisions 2, 14). */
export type SupplierUseCases = {
  readonly create: UseCase<
    CreateSupplier,
    OrganisationNotFound | SupplierAlreadyExists | DocumentRootFailure | StoreFailure,
    NamedSupplier
  >;
  readonly list: UseCase<Partial<SupplierName>, StoreFailure, ReadonlyArray<NamedSupplier>>;
  readonly show: UseCase<SupplierName, SupplierRefused | StoreFailure, NamedSupplier>;
  /** Any status may follow any other. @returns the supplier as changed. */
  readonly change: UseCase<
    ChangeSupplier,
    SupplierRefused | SupplierChanged | DocumentRootFailure | StoreFailure,
    NamedSupplier
  >;
};

const STATUS_ACTIONS = { Ongoing: 'supplier resume', Paused: 'supplier pause', Complete: 'supplier complete' } as const;

const createIn =
  ({ administration, actions }: OperatorStores) =>
  ({ organisation: organisationName, code, documentRoot, by }: CreateSupplier) =>
    pipe(
      theOrganisation(administration, organisationName),
      TE.chainW((organisation) =>
        administration.createSupplier(organisation, code, { ...DEFAULT_CONFIGURATION, documentRoot }),
      ),
      TE.chainW(TE.fromNullable<SupplierAlreadyExists | StoreFailure>({ kind: 'supplier_already_exists', code })),
      TE.map((supplier): NamedSupplier => ({ ...supplier, organisationName })),
      TE.tap((supplier) =>
        actions.add({
          ...by,
          ...aboutSupplier(supplier),
          action: 'supplier create',
          before: null,
          after: supplierState(supplier),
        }),
      ),
    );

const isAs = (expected: SupplierChange, { status, configuration }: ImportSupplier): boolean => {
  const stored: SupplierChange = { status, ...configuration };
  return (Object.keys(expected) as ReadonlyArray<keyof SupplierChange>).every((key) => stored[key] === expected[key]);
};

const changeIn =
  ({ administration, changes, actions }: OperatorStores) =>
  ({ name, change, expected = {}, by }: ChangeSupplier) =>
    pipe(
      theSupplier(administration, name),
      TE.bindTo('supplier'),
      TE.bindW('changed', ({ supplier }) => changes.changeSupplier(supplier, change)),
      TE.filterOrElseW(
        ({ changed }) => isAs(expected, changed.before),
        ({ supplier, changed }): SupplierChanged => ({
          kind: 'supplier_changed',
          supplier: { ...supplier, ...changed.before },
        }),
      ),
      TE.tap(({ supplier, changed }) =>
        actions.add({
          ...by,
          ...aboutSupplier(supplier),
          action: change.status === undefined ? 'supplier configure' : STATUS_ACTIONS[change.status],
          before: partOf(change)(changed.before),
          after: partOf(change)(changed.after),
        }),
      ),
      TE.map(({ supplier, changed }): NamedSupplier => ({ ...supplier, ...changed.after })),
    );

type Ports = { readonly administration: Administration; readonly operatorWork: OperatorWork };

export const makeSupplierUseCases = ({ administration, operatorWork }: Ports): SupplierUseCases => ({
  create: (command) =>
    pipe(
      TE.fromEither(parseDocumentRoot(command.documentRoot)),
      TE.chainW(() => operatorWork.run((stores) => createIn(stores)(command))),
    ),
  list: (filter) => administration.findSuppliers(filter),
  show: (name) => theSupplier(administration, name),
  change: (command) =>
    pipe(
      TE.fromEither(parseDocumentRoot(command.change.documentRoot ?? '')),
      TE.chainW(() => operatorWork.run((stores) => changeIn(stores)(command))),
    ),
});
