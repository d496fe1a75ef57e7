import type {
  ImportEvidence,
  MovedTransaction,
  NoteConflict,
  ReportedMismatch,
} from '@carryover/adapters-persistence/queries/reconciliation-lists';
import type {
  ErasedCounts,
  RefusalCount,
  StoredCounts,
  VocabularyCount,
} from '@carryover/adapters-persistence/queries/stored-counts';
import type { DifferenceNote } from '@carryover/application/reconciliation/difference-notes';
import type {
  Conflict,
  Correction,
  Difference,
  RepeatedTransaction,
} from '@carryover/application/reconciliation/explanations';
import type { ReportedTotal, TypeTotals } from '@carryover/application/reconciliation/tally';
import type { SupplierStatus } from '@carryover/domain/account';
import type { Coverage } from '@carryover/domain/coverage';
import type { SealOwner } from '@carryover/domain/sealed-leaf';
import type { LatestCheck } from '@carryover/domain/storage-check';
import type { DifferenceCause, Verdict } from '@carryover/domain/total-comparison';
import type { Listed } from '@carryover/report/report';

/** What a person said of a difference, and if it still is as it was then; `agrees`: it no longer differs, and `now` is null. */
export type ListedNote = DifferenceNote & {
  readonly state: 'as_noted' | 'changed' | 'agrees';
  readonly now: ReportedTotal | null;
};

/** The totals that differ. */
export type Differences = {
  readonly count: number;
  readonly byCause: Readonly<Record<DifferenceCause, number>>;
  /** The first thousand of each cause: in the order of the control totals, then those that were not expected. */
  readonly first: ReadonlyArray<Difference>;
};

/** The comparison of what is stored with the client's control totals. */
export type Comparison = {
  readonly verdict: Verdict;
  /** Totals, whether expected, stored or both. */
  readonly compared: number;
  readonly agreeing: number;
  /** Control totals that could not be read, and so were not compared. */
  readonly unread: number;
  readonly differences: Differences;
  readonly coverage: Coverage;
};

/** A supplier's stored data, and its comparison with the client's control totals. Complete lists go to the sink. */
export type Reconciliation = {
  readonly organisation: string;
  /** The names that the organisation had before, since it has the supplier; the earliest first. */
  readonly formerNames: ReadonlyArray<string>;
  readonly supplierCode: string;
  /** The ids that its records are sealed with. */
  readonly owner: Pick<SealOwner, 'organisationId' | 'supplierId'>;
  readonly supplierStatus: SupplierStatus;
  readonly madeAt: Date;
  /** The moment of which everything was read. */
  readonly snapshotAt: Date;
  /** The commit position below which it has all records. */
  readonly readBelow: string;
  /** The latest check of what is stored; null if there is none. */
  readonly storageCheck: LatestCheck | null;
  /** False if only each account was: the nodes of a cluster were read at moments of their own. */
  readonly isOfOneMoment: boolean;
  readonly counts: StoredCounts & { readonly transactions: number };
  readonly erased: ErasedCounts;
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
  /** Undocumented fields that were left out under `report`; list positions are shown as `*`. */
  readonly unknownFields: ReadonlyArray<{ readonly path: string; readonly count: number }>;
  /** Refused requests by code, most frequent first. */
  readonly refusals: ReadonlyArray<RefusalCount>;
  /** What persons said of differences, the earliest first. */
  readonly differenceNotes: ReadonlyArray<ListedNote>;
  /** null if no control totals were given. */
  readonly comparison: Comparison | null;
};

/**
 * Takes each item while it is read: no list of them is kept in memory. Totals come in the order of `compareKeys`. Items of a
 * kind that it does not take are dropped.
 */
export type ReconciliationSink = {
  readonly total?: (total: ReportedTotal) => void;
  readonly moved?: (transaction: MovedTransaction) => void;
  readonly conflict?: (conflict: Conflict) => void;
  readonly noteConflict?: (conflict: NoteConflict) => void;
  readonly repeated?: (transaction: RepeatedTransaction) => void;
  readonly mismatch?: (mismatch: ReportedMismatch) => void;
  readonly correction?: (correction: Correction) => void;
  /** Import records in the order of their ids; they are read only if it takes them. */
  readonly importRecord?: (record: ImportEvidence) => void;
  /** Operator actions and seals with their leaves, as lines of JSON in their order; they are read only if import records are. */
  readonly action?: (line: string) => void;
  readonly seal?: (line: string) => void;
};
