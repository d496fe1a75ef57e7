import type { DifferenceCause, Verdict } from '@carryover/domain/total-comparison';
import type { ReconciliationProgress } from '../../operator/reconciliation/progress.ts';
import type { Stored } from '../store-failure.ts';

/** The figures of a reconciliation that was completed. */
export type JobResult = {
  /** The id of the report. */
  readonly reportId: string;
  readonly verdict: Verdict;
  readonly compared: number;
  readonly unread: number;
  readonly byCause: Readonly<Record<DifferenceCause, number>>;
};

/** The end of a job. `detail`: what went wrong and what to do. */
export type JobEnd =
  | { readonly outcome: 'finished'; readonly result: JobResult }
  | { readonly outcome: 'failed'; readonly detail: string }
  | { readonly outcome: 'interrupted' };

/** A reconciliation that the console runs or ran. */
export type ReconciliationJob = {
  /** A UUID of version 7. */
  readonly id: string;
  readonly supplierId: string;
  readonly startedAt: Date;
  readonly startedBy: string;
  /** The machine and process that run it. The machine has its files. */
  readonly host: string;
  readonly processId: number;
  /** The name of the file with the control totals. */
  readonly fileName: string;
  /** null before its first step. */
  readonly progress: ReconciliationProgress | null;
  readonly endedAt: Date | null;
  /** null while it runs. A job whose process has been silent for half a minute is interrupted. */
  readonly end: JobEnd | null;
};

type NewJob = Pick<ReconciliationJob, 'id' | 'supplierId' | 'startedBy' | 'host' | 'processId' | 'fileName'>;

/** The reconciliations that consoles run, of which each supplier has one at a time over all processes (ADR 42). */
export type ReconciliationJobs = {
  /** @returns false if another job of the supplier runs. */
  readonly start: (job: NewJob) => Stored<boolean>;
  /** Says that a job still runs. @returns false if it has ended, or was taken for interrupted. */
  readonly report: (id: string, progress: ReconciliationProgress | null) => Stored<boolean>;
  /** Ends a job that has not ended. */
  readonly end: (id: string, end: JobEnd) => Stored<void>;
  readonly find: (id: string) => Stored<ReconciliationJob | null>;
  /** The supplier's latest jobs, latest first. */
  readonly list: (supplierId: string, limit: number) => Stored<ReadonlyArray<ReconciliationJob>>;
  /** The jobs of a machine that have not ended. */
  readonly runningOn: (host: string) => Stored<ReadonlyArray<ReconciliationJob>>;
};
