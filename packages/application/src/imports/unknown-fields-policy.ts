import type { SupplierConfiguration } from '@carryover/domain/import-supplier';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { SupplierRepository } from '../ports/supplier-repository.ts';
import type { UseCase } from '../use-case.ts';

export type UnknownFieldsPolicy = UseCase<
  { readonly organisationId: string; readonly supplierCode: string },
  StoreFailure,
  SupplierConfiguration['unknownFields']
>;

/** Returns the supplier's policy for unknown fields; `refuse` if there is no such supplier (decisions 2). */
export const makeUnknownFieldsPolicy =
  ({ suppliers }: { readonly suppliers: SupplierRepository }): UnknownFieldsPolicy =>
  ({ organisationId, supplierCode }) =>
    pipe(
      suppliers.find(organisationId, supplierCode),
      TE.map((supplier) => supplier?.configuration.unknownFields ?? 'refuse'),
    );
