import type { ControlTotal } from '@carryover/domain/control-total';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Explanation, Reconciliation } from '../reconciliation.ts';
import type { StoreFailure } from './store-failure.ts';

/** What landed, as it was at one moment. */
export type LandedFacts = Omit<
  Reconciliation,
  'organisation' | 'supplierCode' | 'supplierStatus' | 'madeAt' | 'byType' | 'comparison'
>;

export type ReconciliationReader = {
  readonly landed: (supplier: ImportSupplier) => TaskEither<StoreFailure, LandedFacts>;
  /** What may explain differences of these accounts, by account number: imports, refused requests. */
  readonly importsOf: (
    supplier: ImportSupplier,
    externalAccountNumbers: ReadonlyArray<string>,
  ) => TaskEither<StoreFailure, ReadonlyMap<string, ReadonlyArray<Explanation>>>;
  /** What landed on these accounts. */
  readonly totalsOf: (
    supplier: ImportSupplier,
    externalAccountNumbers: ReadonlyArray<string>,
  ) => TaskEither<StoreFailure, ReadonlyArray<ControlTotal>>;
};
