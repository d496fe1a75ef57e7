import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type OfSupplier, type SupplierRefused, withSupplierId } from '../admin/suppliers.ts';
import type { Administration } from '../ports/administration.ts';
import type {
  FailureFilter,
  FailureGroup,
  FoundImport,
  ImportFilter,
  ImportRecord,
  ImportRecordContent,
  ImportRecordReader,
  StoredItems,
} from '../ports/operator/import-records.ts';
import { PayloadAltered, type Stored, type StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

/** The organisation and the supplier within which an import is named; an import outside of them is an unknown one. */
export type ImportScope = { readonly organisation?: string; readonly supplierCode?: string };

export type ImportNotFound = ImportScope & { readonly kind: 'import_not_found'; readonly id: string };

/** Returns true for an import within the scope. */
export const isWithinScope =
  ({ organisation, supplierCode }: ImportScope) =>
  (of: { readonly organisation: string | null; readonly supplierCode: string | null }): boolean =>
    (organisation ?? of.organisation) === of.organisation && (supplierCode ?? of.supplierCode) === of.supplierCode;

type Filter = Omit<ImportFilter, 'supplierId'> & OfSupplier;

/** The operator's use cases of import records (decisions 14). */
type ImportUseCases = {
  readonly list: UseCase<Filter, SupplierRefused | StoreFailure, ReadonlyArray<ImportRecord>>;
  readonly find: UseCase<{ readonly id: string }, ImportNotFound | StoreFailure, FoundImport>;
  /** The same with the payload. */
  readonly show: UseCase<ImportScope & { readonly id: string }, ImportNotFound | StoreFailure, ImportRecordContent>;
  /** Says that the payload of an accepted import is not the one that was received; null if it is. */
  readonly alterationOf: UseCase<{ readonly id: string }, StoreFailure, string | null>;
  readonly storedItems: UseCase<{ readonly id: string }, ImportNotFound | StoreFailure, StoredItems>;
  readonly failures: UseCase<
    Omit<FailureFilter, 'supplierId'> & OfSupplier,
    SupplierRefused | StoreFailure,
    ReadonlyArray<FailureGroup>
  >;
};

type Ports = { readonly administration: Administration; readonly importRecords: ImportRecordReader };

export const makeImportUseCases = ({ administration, importRecords }: Ports): ImportUseCases => {
  const required =
    (id: string) =>
    <A>(found: Stored<A | null>): TE.TaskEither<ImportNotFound | StoreFailure, NonNullable<A>> =>
      pipe(found, TE.chainW(TE.fromNullable<ImportNotFound | StoreFailure>({ kind: 'import_not_found', id })));
  const readPayload = (id: string): Stored<Pick<ImportRecordContent, 'payload' | 'alteration'>> =>
    pipe(
      importRecords.payload(id),
      TE.map((payload) => ({ payload, alteration: null })),
      TE.orElse(
        (failure): Stored<Pick<ImportRecordContent, 'payload' | 'alteration'>> =>
          failure.cause instanceof PayloadAltered
            ? TE.right({ payload: null, alteration: failure.cause.message })
            : TE.left(failure),
      ),
    );
  const find = ({ id }: { readonly id: string }) => pipe(importRecords.find(id), required(id));

  return {
    list: (filter) => pipe(withSupplierId(administration, filter), TE.chainW(importRecords.list)),
    find,
    show: ({ id, ...scope }) =>
      pipe(
        find({ id }),
        TE.filterOrElseW(
          ({ record }) => isWithinScope(scope)(record),
          (): ImportNotFound => ({ kind: 'import_not_found', id, ...scope }),
        ),
        TE.bindW('read', () => readPayload(id)),
        TE.map(({ read, ...found }) => ({ ...found, ...read })),
      ),
    alterationOf: ({ id }) =>
      pipe(
        readPayload(id),
        TE.map(({ alteration }) => alteration),
      ),
    storedItems: ({ id }) => pipe(importRecords.storedItems(id), required(id)),
    failures: (filter) => pipe(withSupplierId(administration, filter), TE.chainW(importRecords.failures)),
  };
};
