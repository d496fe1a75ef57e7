import type { CalendarDate } from '@carryover/domain/calendar-date';
import type { CountedType, Total, TotalType } from '@carryover/domain/control-total';
import type { FieldDifference } from '@carryover/domain/differences';
import type { SupplierStatus } from '@carryover/domain/import-supplier';
import type { DifferenceCause, TotalDifference, Verdict } from '@carryover/domain/total-comparison';
import type { RemovedItems } from '../../ports/operator/corrections.ts';
import type { ExistingNote } from '../../ports/store.ts';

/** A list of any length: the number of its items, and the first thousand of them. */
export type Listed<A> = { readonly count: number; readonly first: ReadonlyArray<A> };

/** A value of an open vocabulary and the number of its rows, so that typing errors are visible (decisions 5). */
export type VocabularyCount = {
  readonly field: 'reason' | 'payment_type' | 'rate_band' | 'tax_type' | 'product_code' | 'ledger_code';
  readonly value: string;
  readonly count: number;
};

/** A transaction whose date was moved into the open statement period. */
export type MovedTransaction = {
  readonly externalAccountNumber: string;
  readonly ledgerNumber: string;
  readonly transactionId: string;
  readonly submittedDate: CalendarDate;
  readonly date: CalendarDate;
  readonly importId: string;
};

/** A transaction that was sent again with different content; the first one was kept. */
export type Conflict = {
  readonly externalAccountNumber: string;
  readonly transactionId: string;
  readonly differences: ReadonlyArray<FieldDifference>;
  readonly importId: string;
  readonly receivedAt: Date;
};

/** A note that was sent again with different documents or pin; the stored one was not changed. */
export type NoteConflict = Omit<Conflict, 'transactionId'> & { readonly note: ExistingNote };

/** A mismatch inside a supply charge, accepted under `report`. Amounts are decimal texts. */
export type ReportedMismatch = {
  readonly externalAccountNumber: string;
  readonly transactionId: string;
  readonly code: string;
  readonly expected: string;
  readonly actual: string;
  readonly importId: string;
};

/** An undocumented field that was left out under `report`; list positions are shown as `*`. */
type ReportedField = { readonly path: string; readonly count: number };

/** A transaction that is on its account more than once. `isUnchecked`: a request with `check_previously_added=false` added it again. */
export type RepeatedTransaction = {
  readonly externalAccountNumber: string;
  readonly ledgerNumber: string;
  readonly transactionId: string;
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

/** A possible cause of a difference. */
export type Explanation =
  | {
      /** `itemCount`: the number of items of the total that it stored. */
      readonly kind: 'accepted_import';
      readonly importId: string;
      readonly receivedAt: Date;
      readonly endpoint: string;
      readonly itemCount: number;
    }
  | {
      readonly kind: 'refused_request';
      readonly importId: string;
      readonly receivedAt: Date;
      readonly endpoint: string;
      readonly status: number;
      readonly code: string;
      readonly detail: string;
    }
  | {
      /** `itemCount`: the number of items of the total that the undo removed. */
      readonly kind: 'undone_import';
      readonly importId: string;
      readonly endpoint: string;
      readonly undoneAt: Date;
      readonly undoneBy: string;
      readonly itemCount: number;
    }
  | {
      /** Accepted items of the total that the account does not have, though the import was not undone: `itemCount`, one of them by name. */
      readonly kind: 'accepted_not_stored';
      readonly importId: string;
      readonly receivedAt: Date;
      readonly endpoint: string;
      readonly itemCount: number;
      readonly item: string;
    }
  | {
      /** Nothing else explains it, no request was rejected that may have had them, and the accepted ones have only `itemCount` items. */
      readonly kind: 'not_sent';
      readonly itemCount: number;
    }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }
  | { readonly kind: 'repeated'; readonly repeated: RepeatedTransaction };

export type ExplainedDifference = TotalDifference & {
  readonly cause: DifferenceCause;
  readonly explanations: ReadonlyArray<Explanation>;
};

/** The totals that differ. */
export type Differences = {
  readonly count: number;
  readonly byCause: Readonly<Record<DifferenceCause, number>>;
  /** The first thousand of each cause: in the order of the control totals, then those that were not expected. */
  readonly first: ReadonlyArray<ExplainedDifference>;
};

/** A type's figures over all accounts and ledgers; without control totals, only what is stored. */
export type TypeTotals = {
  readonly type: TotalType;
  readonly stored: Total;
  readonly expected: Total;
  /** The number of totals that differ. */
  readonly differing: number;
};

/** The comparison of what is stored with the client's control totals. */
export type Comparison = {
  readonly verdict: Verdict;
  /** Totals, whether expected, stored or both. */
  readonly compared: number;
  readonly agreeing: number;
  /** Control totals that could not be read, and so were not compared. */
  readonly unread: number;
  /** Compared because the control totals have them. */
  readonly countedTypes: ReadonlyArray<CountedType>;
  readonly differences: Differences;
};

/** A supplier's stored data, and its comparison with the client's control totals. Complete lists go to the sink. */
export type Reconciliation = {
  readonly organisation: string;
  readonly supplierCode: string;
  readonly supplierStatus: SupplierStatus;
  readonly madeAt: Date;
  /** The moment of which everything was read. */
  readonly snapshotAt: Date;
  /** False if only each account was: the nodes of a cluster were read at moments of their own. */
  readonly isOfOneMoment: boolean;
  readonly counts: {
    readonly importedAccounts: number;
    readonly stagedAccounts: number;
    /** Those that clients sent. */
    readonly notes: number;
    readonly notesAddedByService: number;
    readonly transactions: number;
    readonly billingDocuments: number;
    readonly statements: number;
    readonly paymentInstructions: number;
    readonly acceptedImports: number;
    readonly refusedRequests: number;
  };
  /** Each type that is stored or expected, in the order of the interface. */
  readonly byType: ReadonlyArray<TypeTotals>;
  readonly vocabulary: ReadonlyArray<VocabularyCount>;
  readonly moved: Listed<MovedTransaction>;
  readonly conflicts: Listed<Conflict>;
  readonly noteConflicts: Listed<NoteConflict>;
  readonly repeated: Listed<RepeatedTransaction> & {
    /** Those that a request with `check_previously_added=false` added again. */
    readonly unchecked: number;
  };
  readonly corrections: Listed<Correction>;
  readonly mismatches: Listed<ReportedMismatch>;
  readonly unknownFields: ReadonlyArray<ReportedField>;
  /** Refused requests by code, most frequent first. */
  readonly refusals: ReadonlyArray<{ readonly code: string; readonly count: number }>;
  /** null if no control totals were given. */
  readonly comparison: Comparison | null;
};
