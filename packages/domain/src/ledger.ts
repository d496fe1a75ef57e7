import type { StatementPeriod } from './statement-period.ts';

/** A ledger of an account. Each account has one main ledger, on which the transactions endpoint adds (decisions 2). */
export type Ledger = {
  readonly ledgerNumber: string;
  readonly ledgerCode: string;
  readonly isMain: boolean;
  readonly openPeriod: StatementPeriod | null;
  readonly hasFinalizedBillingDocument: boolean;
};
