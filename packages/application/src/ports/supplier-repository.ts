import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from './store-failure.ts';

export type SupplierRepository = {
  /** The organisation's supplier of this code; null if there is none. */
  readonly find: (organisationId: string, code: string) => TaskEither<StoreFailure, ImportSupplier | null>;
};
