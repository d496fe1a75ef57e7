import type { Amount } from './common.ts';
import type { TransactionType } from './transaction.ts';

/** The number of transactions of a type that you sent to an account's ledger, and their sum. */
type TransactionTotal = {
  readonly external_account_number: string;
  readonly ledger_number: string;
  readonly type: TransactionType;
  readonly count: number;
  readonly sum: Amount;
};

/** The number of billing documents on a ledger. */
type DocumentTotal = Omit<TransactionTotal, 'type' | 'sum'> & { readonly type: 'BILLING_DOCUMENT' };

/** The number of notes or active payment instructions of an account. */
type AccountTotal = Omit<TransactionTotal, 'type' | 'sum' | 'ledger_number'> & {
  readonly type: 'NOTE' | 'PAYMENT_INSTRUCTION';
};

/** The number of statements of an account, and maybe the sum of their gross amounts: without it, only their number is compared. */
type StatementTotal = Omit<AccountTotal, 'type'> & { readonly type: 'STATEMENT'; readonly sum?: Amount };

export type ControlTotal = TransactionTotal | DocumentTotal | AccountTotal | StatementTotal;

/** Body of `control-totals/compare/`: up to 10,000 totals. */
export type ControlTotalsRequest = { readonly import_supplier: string; readonly totals: ReadonlyArray<ControlTotal> };

export type Total = { readonly count: number; readonly sum: string };

/** The comparison of what is stored with what you sent. */
export type ControlTotalsAnswer = {
  readonly agree: boolean;
  readonly compared: number;
  /** Totals that differ; a missing total counts as zero. */
  readonly differences: ReadonlyArray<{
    readonly external_account_number: string;
    /** Empty for items that belong to no ledger. */
    readonly ledger_number: string;
    readonly type: ControlTotal['type'];
    readonly expected: Total;
    readonly actual: Total;
  }>;
};

/** Body of `control-totals/register/`: up to 10,000 totals of a set, whose name is your choice. `complete` ends the set. */
export type RegisterTotalsRequest = ControlTotalsRequest & { readonly set: string; readonly complete?: boolean };

/** The set as it is registered now. `sha256`: the digest of its totals, which the guide says how to compute. */
export type RegisteredTotals = {
  readonly set: string;
  readonly totals: number;
  readonly complete: boolean;
  readonly sha256: string;
};
