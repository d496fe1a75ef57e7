import type { Item, Rejected } from '../steps/item.ts';

/** Items of one type on one ledger, and the exact sum of their amounts. */
export type Tally = {
  /** null: the account's main ledger, or an item of no ledger. */
  readonly ledger: string | null;
  /** A transaction's type, `BILLING_DOCUMENT`, `STATEMENT`, `NOTE` or `PAYMENT_INSTRUCTION`. */
  readonly type: string;
  readonly count: number;
  /** In plain notation; `0` for items without amount. */
  readonly sum: string;
};

/** An item whose identifier is stored with other content. What is stored is unchanged. */
export type Conflict = { readonly item: Item; readonly differingFields: ReadonlyArray<string> };

/** The outcome of a step: each of its items is accepted, already existed, is rejected or conflicts. */
export type Result = {
  readonly accepted: number;
  readonly alreadyExisted: number;
  readonly rejected: ReadonlyArray<Rejected>;
  readonly conflicts: ReadonlyArray<Conflict>;
  /** Of the accepted transactions, those whose date was moved. */
  readonly moved: number;
  /** Of the items that are stored: accepted, or existed already. */
  readonly tallies: ReadonlyArray<Tally>;
};
