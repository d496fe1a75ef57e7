import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { Stored } from '../../store-failure.ts';
import type { AccountCounts } from './figures-reader.ts';

/** The kinds of items that imports store. */
export type ItemKind = 'notes' | 'transactions' | 'billingDocuments' | 'statements' | 'paymentInstructions';

/** The progress of a supplier's migration; null: counting took too long. */
export type SupplierProgress = {
  readonly accounts: AccountCounts | null;
  /** Accounts that have an item. */
  readonly accountsWithData: number | null;
  /** The stored items; the notes include those that the service added. */
  readonly items: Readonly<Record<ItemKind, number | null>>;
  readonly notesAddedByService: number | null;
};

/** @param withinMs the time limit per figure; null: no limit. */
export type SupplierProgressReader = (supplier: ImportSupplier, withinMs: number | null) => Stored<SupplierProgress>;
