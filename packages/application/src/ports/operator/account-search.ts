import type { Stored } from '../store-failure.ts';
import type { ListedAccount } from './account-directory.ts';

/** The kinds of identifiers that lead to an account: its own numbers, and those of its items. */
export const IDENTIFIER_KINDS = [
  'external_account_number',
  'service_account_number',
  'transaction_id',
  'statement_id',
] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export type AccountSearch = {
  readonly identifier: string;
  readonly kinds: ReadonlyArray<IdentifierKind>;
  readonly supplierId?: string;
  /** Only accounts of these organisations, by name; null: of all. */
  readonly organisations: ReadonlySet<string> | null;
};

/** A found account, and the kinds of identifiers that led to it. */
export type FoundAccount = ListedAccount & { readonly foundBy: ReadonlyArray<IdentifierKind> };

/** At most {@link MAX_FOUND} accounts by organisation, supplier and number; `isComplete` is false if there may be more. */
export type FoundAccounts = { readonly accounts: ReadonlyArray<FoundAccount>; readonly isComplete: boolean };

export const MAX_FOUND = 100;

/** Finds accounts by exact identifiers, over all suppliers (ADR 40). */
export type AccountFinder = {
  readonly find: (search: AccountSearch) => Stored<FoundAccounts>;
};
