import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Administration } from '../ports/operator/administration.ts';
import type {
  FailureGroup,
  ImportFilter,
  ImportRecord,
  ImportRecordContent,
  ImportRecordReader,
} from '../ports/operator/import-records.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from './suppliers.ts';

export type ImportNotFound = { readonly kind: 'import_not_found'; readonly id: string };

type Filter = Omit<ImportFilter, 'supplierId'> & { readonly supplier: SupplierName | null };

/** The operator's use cases of import records (decisions 14). */
export type ImportUseCases = {
  readonly list: UseCase<Filter, SupplierRefused | StoreFailure, ReadonlyArray<ImportRecord>>;
  readonly show: UseCase<{ readonly id: string }, ImportNotFound | StoreFailure, ImportRecordContent>;
  readonly failures: UseCase<Filter, SupplierRefused | StoreFailure, ReadonlyArray<FailureGroup>>;
};

export const makeImportUseCases = ({
  administration,
  importRecords,
}: {
  readonly administration: Administration;
  readonly importRecords: ImportRecordReader;
}): ImportUseCases => {
  const resolve = ({ supplier, ...filter }: Filter): TE.TaskEither<SupplierRefused | StoreFailure, ImportFilter> =>
    supplier === null
      ? TE.right(filter)
      : pipe(
          theSupplier(administration, supplier),
          TE.map(({ id }) => ({ ...filter, supplierId: id })),
        );

  return {
    list: (filter) => pipe(resolve(filter), TE.chainW(importRecords.list)),
    show: ({ id }) =>
      pipe(
        importRecords.show(id),
        TE.chainW(TE.fromNullable<ImportNotFound | StoreFailure>({ kind: 'import_not_found', id })),
      ),
    failures: (filter) => pipe(resolve(filter), TE.chainW(importRecords.failures)),
  };
};
