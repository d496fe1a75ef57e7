import type { StatementPeriod } from './calendar-date.ts';
import type { Amount } from './control-total.ts';
import { Decimal } from './decimal.ts';
import type { TransactionType } from './transaction.ts';

/** A ledger of an account. The transactions endpoint adds to the account's main ledger (decisions 2). */
export type Ledger = {
  readonly ledgerNumber: string;
  readonly ledgerCode: string;
  readonly isMain: boolean;
  readonly openPeriod: StatementPeriod | null;
  /** True if the operator set it; an imported history counts as one, too ({@link isFinalized}). */
  readonly hasFinalizedBillingDocument: boolean;
  /** True if its history was imported, which is possible only once (§4.3). */
  readonly hasImportedHistory: boolean;
};

/** Returns true if a ledger has a finalized billing document: the platform's own, or an imported history (decisions 2). */
export const isFinalized = (ledger: Pick<Ledger, 'hasFinalizedBillingDocument' | 'hasImportedHistory'>): boolean =>
  ledger.hasFinalizedBillingDocument || ledger.hasImportedHistory;

/** The transactions of a type: their number, and the sum of their amounts. */
export type TypeTotal = Amount & { readonly type: TransactionType };

/** Returns true if transactions of a type lower what the customer owes. */
export const isInFavour = (type: TransactionType): boolean => type === 'CREDIT' || type === 'PAYMENT';

/** Returns the balance of a ledger from the sum of each transaction type: positive if the customer owes money. */
export const balanceOf = (sums: ReadonlyArray<Pick<TypeTotal, 'type' | 'sum'>>): Decimal =>
  Decimal.sum(sums.map(({ type, sum }) => (isInFavour(type) ? sum.negated() : sum)));
