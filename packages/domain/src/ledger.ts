import { type Decimal, sum } from './decimal.ts';
import type { StatementPeriod } from './statement-period.ts';
import type { TransactionType } from './transaction.ts';

/** A ledger of an account. Each account has one main ledger, on which the transactions endpoint adds (decisions 2). */
export type Ledger = {
  readonly ledgerNumber: string;
  readonly ledgerCode: string;
  readonly isMain: boolean;
  readonly openPeriod: StatementPeriod | null;
  readonly hasFinalizedBillingDocument: boolean;
  /** True if its history was imported: possible once (§4.3). */
  readonly hasImportedHistory: boolean;
};

/** What a customer owes on a ledger, from the sum of each transaction type; below zero: what is owed to the customer. */
export const balanceOf = (sums: ReadonlyArray<{ readonly type: TransactionType; readonly sum: Decimal }>): Decimal =>
  sum(sums.map((one) => (one.type === 'CREDIT' || one.type === 'PAYMENT' ? one.sum.negated() : one.sum)));
