import type { Account, AccountRef } from '@carryover/domain/account';
import type { TypeTotal } from '@carryover/domain/ledger';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import type { Stored } from '../store-failure.ts';

export const SUMMARY_LISTS = ['notes', 'transactions', 'billing_documents', 'statements'] as const;
export type SummaryList = (typeof SUMMARY_LISTS)[number];

type LedgerSummary = {
  readonly ledgerNumber: string;
  readonly ledgerCode: string;
  readonly transactions: ReadonlyArray<TypeTotal>;
  readonly billingDocuments: number;
};

/** The counts and sums of what is stored on an account (decisions 13). */
export type AccountSummary = {
  readonly account: Account;
  /** `count`: the notes that clients sent. */
  readonly notes: { readonly count: number; readonly addedByService: number };
  readonly ledgers: ReadonlyArray<LedgerSummary>;
  readonly statements: number;
  readonly paymentInstruction: ActiveInstruction | null;
};

/** Items of one kind with all fields, as the interface names them, and the id of the import record that each came from. */
export type SummaryPage = {
  readonly items: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** The start of the next page; null after the last page. */
  readonly next: string | null;
};

export type AccountSummaryReader = {
  /** null if there is no such account. */
  readonly summary: (ref: AccountRef) => Stored<AccountSummary | null>;
  /** @param after the `next` of the previous page; null: the first page. @returns null if it is not a `next`. */
  readonly page: (
    account: Account,
    list: SummaryList,
    after: string | null,
    size: number,
  ) => Stored<SummaryPage | null>;
};
