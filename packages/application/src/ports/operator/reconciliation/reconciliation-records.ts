import type { Verdict } from '@carryover/domain/total-comparison';
import type { NamedSupplier } from '../../administration.ts';
import type { Stored } from '../../store-failure.ts';

/** A reconciliation with control totals. */
export type ReconciliationRecord = {
  /** The id of the report. */
  readonly id: string;
  readonly snapshotAt: Date;
  readonly verdict: Verdict;
  /** SHA-256 of the file with the control totals, in lower-case hexadecimal. */
  readonly controlFileSha256: string | null;
  readonly performedBy: string;
};

/** The reason why a reconciliation cannot be recorded: a read replica takes no changes, or the database's role may not add. */
export type RecordingObstacle = 'database_read_only' | 'role_not_permitted';

/** The records of reconciliations. They are only added, never changed. */
export type ReconciliationRecords = {
  /** Returns the reason why {@link add} would record nothing; null if there is none. */
  readonly obstacle: () => Stored<RecordingObstacle | null>;
  /** @returns the reason why nothing was recorded; null if the reconciliation was. */
  readonly add: (supplier: NamedSupplier, record: ReconciliationRecord) => Stored<RecordingObstacle | null>;
  /** The supplier's latest ones, latest first. */
  readonly list: (supplier: NamedSupplier, limit: number) => Stored<ReadonlyArray<ReconciliationRecord>>;
  /** The latest one that agreed, if nothing was imported or undone since its snapshot; else null. */
  readonly proofOf: (supplier: NamedSupplier) => Stored<Pick<ReconciliationRecord, 'id' | 'snapshotAt'> | null>;
};
