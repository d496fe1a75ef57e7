import type { ControlTotal, CountedType, TotalKey } from '@carryover/domain/control-total';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type {
  Conflict,
  Correction,
  Explanation,
  MovedTransaction,
  NoteConflict,
  Reconciliation,
  RepeatedTransaction,
  ReportedMismatch,
} from '../../../operator/reconciliation/reconciliation.ts';
import type { ImportEvidence } from '../../../operator/reconciliation/reconciliation-sink.ts';
import type { Stored } from '../../store-failure.ts';

export type AcceptedImport = Extract<Explanation, { kind: 'accepted_import' }>;
export type RefusedRequest = Extract<Explanation, { kind: 'refused_request' }>;
export type AcceptedNotStored = Extract<Explanation, { kind: 'accepted_not_stored' }>;

/**
 * What the accepted requests of an account had of one total, read from their payloads. `count`: the items, those of undone imports too, and
 * those that were sent again once. `notStored`: by import.
 */
export type SentItems = { readonly count: number; readonly notStored: ReadonlyArray<AcceptedNotStored> };

/** A transaction id of an account. The account may have the id more than once, on several ledgers and with several types. */
export type TransactionName = { readonly externalAccountNumber: string; readonly transactionId: string };

/** Data for the report from one accepted import. */
export type ReportedFindings = {
  readonly conflicts: ReadonlyArray<Conflict>;
  readonly noteConflicts: ReadonlyArray<NoteConflict>;
  readonly mismatches: ReadonlyArray<ReportedMismatch>;
  /** Paths of undocumented fields. */
  readonly unknownFields: ReadonlyArray<string>;
};

/** Rows of any number, some at a time. */
export type Batches<A> = AsyncIterable<ReadonlyArray<A>>;

/** The stored data of a supplier as of one moment. Its methods are called one after the other, and reject if the store fails. */
export type SupplierSnapshot = {
  readonly takenAt: Date;
  /** False if each node of a cluster has a moment of its own; all of an account is of one moment (ADR 28). */
  readonly isOfOneMoment: boolean;
  /** All but the transactions, which the totals count. */
  readonly counts: () => Promise<Omit<Reconciliation['counts'], 'transactions'>>;
  /** In the order of `compareKeys`. @param counted the types that are counted in addition to transactions. */
  readonly totals: (counted: ReadonlyArray<CountedType>) => Batches<ControlTotal>;
  readonly vocabulary: () => Promise<Reconciliation['vocabulary']>;
  readonly refusals: () => Promise<Reconciliation['refusals']>;
  readonly moved: () => Batches<MovedTransaction>;
  readonly repeated: () => Batches<RepeatedTransaction>;
  readonly corrections: () => Batches<Correction>;
  readonly findings: () => Batches<ReportedFindings>;
  /** All import records of the supplier, in the order of their ids. */
  readonly importRecords: () => Batches<ImportEvidence>;
  /** The imports that stored items of these totals, the latest hundred of each total, by `keyOf` the total. */
  readonly importsOf: (totals: ReadonlyArray<TotalKey>) => Promise<ReadonlyMap<string, ReadonlyArray<AcceptedImport>>>;
  /**
   * The refused requests of these accounts whose payload was not accepted at another time, the latest hundred of each account and endpoint,
   * by account number.
   */
  readonly refusalsOf: (
    externalAccountNumbers: ReadonlyArray<string>,
  ) => Promise<ReadonlyMap<string, ReadonlyArray<RefusedRequest>>>;
  /** Those of these accounts that a refused request of the organisation named, for any supplier; all of them if one named no account. */
  readonly refusedAccounts: (externalAccountNumbers: ReadonlyArray<string>) => Promise<ReadonlySet<string>>;
  /** What was sent for these totals, by `keyOf` the total; without those whose account has too many items to look through. */
  readonly sentItemsOf: (totals: ReadonlyArray<TotalKey>) => Promise<ReadonlyMap<string, SentItems>>;
  /** The totals that count these transactions. */
  readonly totalsCounting: (
    transactions: ReadonlyArray<TransactionName>,
  ) => Promise<ReadonlyArray<TransactionName & TotalKey>>;
};

export type ReconciliationReader = {
  /** Runs `read` on one snapshot. Rejects with what `read` throws of its own. */
  readonly onSnapshot: <A>(supplier: ImportSupplier, read: (snapshot: SupplierSnapshot) => Promise<A>) => Stored<A>;
};
