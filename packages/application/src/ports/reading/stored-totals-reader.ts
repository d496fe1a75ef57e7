import type { ControlTotal } from '@carryover/domain/control-total';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { Stored } from '../store-failure.ts';

export type StoredTotalsReader = {
  /** Returns the transactions that are stored on these accounts. */
  readonly totalsOf: (
    supplier: ImportSupplier,
    externalAccountNumbers: ReadonlyArray<string>,
  ) => Stored<ReadonlyArray<ControlTotal>>;
};
