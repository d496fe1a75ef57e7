import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { Stored } from '../../store-failure.ts';
import type { AccountCounts } from './figures-reader.ts';

/** Counts of what is stored; null if counting took too long. */
type StoredItems = {
  readonly notes: number | null;
  readonly transactions: number | null;
  readonly billingDocuments: number | null;
  readonly statements: number | null;
  readonly paymentInstructions: number | null;
};

/** The progress of a supplier's migration; null: counting took too long. */
export type SupplierProgress = {
  readonly accounts: AccountCounts | null;
  /** Accounts for which a request was accepted. */
  readonly accountsWithData: number | null;
  readonly items: StoredItems;
};

/** @param withinMs the time limit per figure; null: no limit. */
export type SupplierProgressReader = (supplier: ImportSupplier, withinMs: number | null) => Stored<SupplierProgress>;
