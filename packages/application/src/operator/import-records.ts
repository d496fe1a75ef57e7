import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Administration } from '../ports/operator/administration.ts';
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
import type { Stored, StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import { type OfSupplier, type SupplierRefused, withSupplierId } from './set-up/suppliers.ts';

export type ImportNotFound = { readonly kind: 'import_not_found'; readonly id: string };

type Filter = Omit<ImportFilter, 'supplierId'> & OfSupplier;

/** The operator's use cases of import records (decisions 14). */
type ImportUseCases = {
  readonly list: UseCase<Filter, SupplierRefused | StoreFailure, ReadonlyArray<ImportRecord>>;
  readonly find: UseCase<{ readonly id: string }, ImportNotFound | StoreFailure, FoundImport>;
  /** The same with the payload. */
  readonly show: UseCase<{ readonly id: string }, ImportNotFound | StoreFailure, ImportRecordContent>;
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
  const find = ({ id }: { readonly id: string }) => pipe(importRecords.find(id), required(id));

  return {
    list: (filter) => pipe(withSupplierId(administration, filter), TE.chainW(importRecords.list)),
    find,
    show: ({ id }) =>
      pipe(
        find({ id }),
        TE.bindW('payload', () => importRecords.payload(id)),
      ),
    storedItems: ({ id }) => pipe(importRecords.storedItems(id), required(id)),
    failures: (filter) => pipe(withSupplierId(administration, filter), TE.chainW(importRecords.failures)),
  };
};
