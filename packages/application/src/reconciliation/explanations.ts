import type { Amount, Total, TotalKey, TotalType } from '@carryover/domain/control-total';
import type { FieldDifference } from '@carryover/domain/differences';
import type { DifferenceCause, TotalDifference } from '@carryover/domain/total-comparison';
import type { RemovedItems } from '../ports/operator-work.ts';

/** A transaction id of an account. The account may have the id more than once, on several ledgers and with several types. */
type TransactionName = { readonly externalAccountNumber: string; readonly transactionId: string };

/** A transaction that was sent again with different content; the first one was kept. */
export type Conflict = TransactionName & {
  readonly differences: ReadonlyArray<FieldDifference>;
  readonly importId: string;
  readonly receivedAt: Date;
};

/** A transaction that is on its account more than once. `isUnchecked`: a request with `check_previously_added=false` added it again. */
export type RepeatedTransaction = TransactionName & {
  readonly ledgerNumber: string;
  readonly count: number;
  readonly isUnchecked: boolean;
};

/** An import that was undone: who did it, when, why, and what it removed. */
export type Correction = {
  readonly externalAccountNumber: string;
  readonly importId: string;
  readonly endpoint: string;
  readonly undoneAt: Date;
  readonly undoneBy: string;
  readonly reason: string;
  readonly removed: RemovedItems;
};

/** A request by its import record. */
type OfRequest = { readonly importId: string; readonly receivedAt: Date; readonly endpoint: string };

/** Items of a total: how many, and the name of one of them. */
type SomeItems = { readonly itemCount: number; readonly item: string };

/** An item of a refused request that is not stored. */
type NamedRefusal = {
  readonly identifier: string | null;
  readonly code: string;
  readonly path: string | null;
  readonly value: string | null;
  readonly state: string;
};

/** Why it cannot be known whether the client sent what is missing. */
export type UnknownReason =
  | 'account_erased'
  | 'payload_removed'
  | 'payload_altered'
  | 'too_large'
  | 'refusals_removed'
  | 'refused_elsewhere'
  | 'more_refusals';

/** `importId`: a refused request that may have had it; null of other reasons. */
export type Unknown = { readonly reason: UnknownReason; readonly importId: string | null };

/** A cause of a difference. `itemCount`: a number of items of the total. */
export type Explanation =
  /** Stored by an import whose items are more than expected. */
  | (OfRequest & SomeItems & { readonly kind: 'accepted_import' })
  /** One item whose amount is exactly what is too much; so many of the total have this amount (`alike`). */
  | (OfRequest & { readonly kind: 'extra_item'; readonly item: string; readonly alike: number })
  /** Items of a refused request that are not stored. `itemCount`: null if the request may have had them, and does not say. */
  | (OfRequest & {
      readonly kind: 'refused_request';
      readonly status: number;
      readonly code: string;
      readonly detail: string;
      readonly itemCount: number | null;
      /** The first of them. */
      readonly items: ReadonlyArray<NamedRefusal>;
    })
  /** Items that an undo removed, and that were not stored again. */
  | (Pick<Correction, 'importId' | 'endpoint' | 'undoneAt' | 'undoneBy'> &
      SomeItems & { readonly kind: 'undone_import' })
  /** Changed outside of the service: accepted, not undone, and not stored. */
  | (OfRequest & SomeItems & { readonly kind: 'accepted_not_stored' })
  /** Changed outside of the service: stored with another amount, type or ledger than accepted. */
  | (OfRequest & SomeItems & { readonly kind: 'stored_otherwise'; readonly accepted: string; readonly stored: string })
  /** Changed outside of the service: stored, and no import accepted it. */
  | (SomeItems & { readonly kind: 'stored_not_accepted'; readonly importId: string })
  /** Sent by several requests with the same content, and stored once; `itemCount` times more. `importId`: the last one that sent it. */
  | (OfRequest & SomeItems & { readonly kind: 'sent_again' })
  | { readonly kind: 'conflict'; readonly conflict: Conflict }
  | { readonly kind: 'repeated'; readonly repeated: RepeatedTransaction }
  /** There is no account of this number. */
  | { readonly kind: 'no_such_account' }
  /** The control total and the stored one differ in the case of letters. */
  | {
      readonly kind: 'other_case';
      readonly field: 'external_account_number' | 'ledger_number';
      readonly expected: string;
      readonly stored: string;
    }
  /** The stored sum is the expected one with the other sign. */
  | { readonly kind: 'sign' }
  /** What the client sent for this total is stored as it was sent: the control total has something else. `importId`: the last one. */
  | ({ readonly kind: 'as_sent'; readonly importId: string | null } & Amount)
  /** No payload and no refused request has what is missing; the accepted ones have `itemCount` items. */
  | { readonly kind: 'not_sent'; readonly itemCount: number }
  | ({ readonly kind: 'not_known' } & Unknown);

type ExplanationOf<Kind extends Explanation['kind']> = Extract<Explanation, { readonly kind: Kind }>;

/** `sum`: null if amounts of refused items are not known, or if the total is only counted. */
export type Unexplained = Total;

/** A total that differs, with what explains it. */
export type Difference = TotalDifference & {
  readonly cause: DifferenceCause;
  readonly explanations: ReadonlyArray<Explanation>;
  /** Expected and not stored, beyond what the explanations add up to; negative: stored and not expected. null: nothing is left. */
  readonly unexplained: Unexplained | null;
};

/** An item, and the total that counts it. */
export type Item = Omit<TotalKey, 'externalAccountNumber'> &
  Amount & {
    /** Identifies it on its account, however often it was sent; empty if it is not known. */
    readonly key: string;
    /** Names it to people. */
    readonly name: string;
    readonly importId: string;
  };

/** An item of a refused request that is not stored. null: not known. */
export type RefusedItem = NamedRefusal & {
  /** As that of an item. */
  readonly key: string | null;
  readonly type: TotalType | null;
  readonly ledgerNumber: string | null;
  readonly amount: Total['sum'];
};

export type RefusedRequest = Omit<ExplanationOf<'refused_request'>, 'kind' | 'itemCount' | 'items'> & {
  /** Those that are not stored. */
  readonly items: ReadonlyArray<RefusedItem>;
  /** Not all of its items are known. */
  readonly hasMore: boolean;
};

/** What the payloads of an account say, and what is stored; null if they were not read. */
export type AccountHistory = {
  readonly imports: ReadonlyMap<string, OfRequest>;
  readonly stored: ReadonlyArray<Item>;
  /** Rows that are stored otherwise than they were accepted. */
  readonly changes: ReadonlyArray<{ readonly accepted: Item | null; readonly stored: Item | null }>;
  /** What undos removed, and was not stored again. */
  readonly undone: ReadonlyArray<Item>;
  /** What requests had that was stored already with the same content. */
  readonly again: ReadonlyArray<Item>;
};

/** All that is known of an account. */
export type KnownAccount = {
  readonly exists: boolean;
  readonly mainLedger: string | null;
  readonly history: AccountHistory | null;
  readonly corrections: ReadonlyArray<Correction>;
  readonly conflicts: ReadonlyArray<Conflict>;
  readonly repeated: ReadonlyArray<RepeatedTransaction>;
  readonly refused: ReadonlyArray<RefusedRequest>;
  readonly unknown: ReadonlyArray<Unknown>;
};

/** What the lists of a report say of the items of an account. */
export type ListedExplanation =
  | ExplanationOf<'conflict' | 'repeated'>
  | { readonly kind: 'undone'; readonly correction: Correction };
