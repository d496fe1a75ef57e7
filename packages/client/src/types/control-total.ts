import type { Amount } from './common.ts';
import type { TransactionType } from './transaction.ts';

type Key = {
  readonly external_account_number: string;
  readonly ledger_number: string;
  readonly type: TransactionType;
};

/** The number of transactions of a type that you sent to an account's ledger, and their sum. */
export type ControlTotal = Key & { readonly count: number; readonly sum: Amount };

/** Body of `control-totals/compare/`: up to 10,000 totals. */
export type ControlTotalsRequest = { readonly import_supplier: string; readonly totals: ReadonlyArray<ControlTotal> };

export type Total = { readonly count: number; readonly sum: string };

/** The comparison of what is stored with what you sent. */
export type ControlTotalsAnswer = {
  readonly agree: boolean;
  readonly compared: number;
  /** Totals that differ; a missing total counts as zero. */
  readonly differences: ReadonlyArray<Key & { readonly expected: Total; readonly actual: Total }>;
};
