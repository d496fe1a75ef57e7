import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { Stored } from '../../store-failure.ts';
import type { AccountCounts } from './figures-reader.ts';

/** The kinds of items that imports store. */
export type ItemKind = 'notes' | 'transactions' | 'billingDocuments' | 'statements' | 'paymentInstructions';

/** The progress of a supplier's migration; null: counting took too long. */
export type SupplierProgress = {
  readonly accounts: AccountCounts | null;
  /** Accounts for which a request was accepted. */
  readonly accountsWithData: number | null;
  readonly items: Readonly<Record<ItemKind, number | null>>;
};

/** @param withinMs the time limit per figure; null: no limit. */
export type SupplierProgressReader = (supplier: ImportSupplier, withinMs: number | null) => Stored<SupplierProgress>;
