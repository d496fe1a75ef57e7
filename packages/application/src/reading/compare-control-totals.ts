import type { ControlTotal } from '@carryover/domain/control-total';
import { compareTotals, type TotalDifference } from '@carryover/domain/total-comparison';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoredTotalsReader } from '../ports/reading/stored-totals-reader.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { SupplierRepository } from '../ports/supplier-repository.ts';
import type { UseCase } from '../use-case.ts';

export type SupplierUnknown = { readonly kind: 'import_process_does_not_exist' };

/** The number of compared totals, and those that differ. */
export type ComparedTotals = { readonly compared: number; readonly differences: ReadonlyArray<TotalDifference> };

export type CompareControlTotals = UseCase<
  { readonly organisationId: string; readonly supplierCode: string; readonly totals: ReadonlyArray<ControlTotal> },
  SupplierUnknown | StoreFailure,
  ComparedTotals
>;

/** Returns the client's totals that differ from what is stored; an unknown account has nothing stored (decisions 13). */
export const makeCompareControlTotals =
  (ports: {
    readonly suppliers: SupplierRepository;
    readonly storedTotals: StoredTotalsReader;
  }): CompareControlTotals =>
  ({ organisationId, supplierCode, totals }) =>
    pipe(
      ports.suppliers.find(organisationId, supplierCode),
      TE.chainW(TE.fromNullable<SupplierUnknown | StoreFailure>({ kind: 'import_process_does_not_exist' })),
      TE.chainW((supplier) =>
        ports.storedTotals.totalsOf(supplier, [
          ...new Set(totals.map(({ externalAccountNumber }) => externalAccountNumber)),
        ]),
      ),
      TE.map((stored) => ({ compared: totals.length, differences: compareTotals(totals, stored).disagreeing })),
    );
