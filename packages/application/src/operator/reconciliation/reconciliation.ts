import type { CalendarDate } from '@carryover/domain/calendar-date';
import type { Verdict } from '@carryover/domain/compare-totals';
import type { ControlTotal, CountedType, Total, TotalDifference, TotalType } from '@carryover/domain/control-total';
import type { FieldDifference } from '@carryover/domain/field-difference';
import type { SupplierStatus } from '@carryover/domain/import-supplier';
import type { ExistingNote } from '../../ports/store.ts';

/** A value of an open vocabulary, and on how many rows it stands: a typing error stands out (decisions 5). */
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

/** A transaction sent again under its id with other content; what was there first was kept. */
export type Conflict = {
  readonly externalAccountNumber: string;
  readonly transactionId: string;
  readonly differences: ReadonlyArray<FieldDifference>;
  readonly importId: string;
  readonly receivedAt: Date;
};

/** A note sent again with other documents or another pin; the existing one was not changed. */
export type NoteConflict = Omit<Conflict, 'transactionId'> & { readonly note: ExistingNote };

/** A supply charge whose own figures disagree, accepted under `report`. Amounts as decimal texts. */
export type ReportedMismatch = {
  readonly externalAccountNumber: string;
  readonly transactionId: string;
  readonly code: string;
  readonly expected: string;
  readonly actual: string;
  readonly importId: string;
};

/** An undocumented field that was left out under `report`, its list positions shown as `*`. */
export type ReportedField = { readonly path: string; readonly count: number };

/** A transaction that is on its account more than once, because a client asked for it. */
export type RepeatedTransaction = {
  readonly externalAccountNumber: string;
  readonly ledgerNumber: string;
  readonly transactionId: string;
  readonly count: number;
};

/** Something that can explain why a total differs. */
export type Explanation =
  | {
      /** `itemCount`: how many items of the total it stored. */
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
  | { readonly kind: 'conflict'; readonly conflict: Conflict }
  | { readonly kind: 'repeated'; readonly repeated: RepeatedTransaction };

export type ExplainedDifference = TotalDifference & { readonly explanations: ReadonlyArray<Explanation> };

/** How what is stored compares with the client's control totals. */
export type Comparison = {
  readonly verdict: Verdict;
  /** Totals, whether expected, stored or both. */
  readonly compared: number;
  readonly agreeing: number;
  /** Control totals that could not be read, and so were not compared. */
  readonly unread: number;
  /** Compared because the control totals have them. */
  readonly countedTypes: ReadonlyArray<CountedType>;
  readonly differences: ReadonlyArray<ExplainedDifference>;
};

/** What is stored for a supplier, and how it compares with the client's control totals. */
export type Reconciliation = {
  readonly organisation: string;
  readonly supplierCode: string;
  readonly supplierStatus: SupplierStatus;
  readonly madeAt: Date;
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
  /** Over all accounts and ledgers. */
  readonly byType: ReadonlyArray<{ readonly type: TotalType } & Total>;
  /** What is stored: transactions per account, ledger and type, in this order, then whatever else was compared. */
  readonly totals: ReadonlyArray<ControlTotal>;
  readonly vocabulary: ReadonlyArray<VocabularyCount>;
  readonly moved: ReadonlyArray<MovedTransaction>;
  readonly conflicts: ReadonlyArray<Conflict>;
  readonly noteConflicts: ReadonlyArray<NoteConflict>;
  readonly repeated: ReadonlyArray<RepeatedTransaction>;
  readonly mismatches: ReadonlyArray<ReportedMismatch>;
  readonly unknownFields: ReadonlyArray<ReportedField>;
  /** Refused requests by code, most frequent first. */
  readonly refusals: ReadonlyArray<{ readonly code: string; readonly count: number }>;
  /** null if no control totals were given. */
  readonly comparison: Comparison | null;
};
