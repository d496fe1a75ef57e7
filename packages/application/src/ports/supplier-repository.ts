import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { Stored } from './store-failure.ts';

export type SupplierRepository = {
  /** The organisation's supplier of this code; null if there is none. */
  readonly find: (organisationId: string, code: string) => Stored<ImportSupplier | null>;
};
