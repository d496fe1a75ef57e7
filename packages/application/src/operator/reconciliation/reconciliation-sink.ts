import type { DifferenceCause, JoinedTotal } from '@carryover/domain/total-comparison';
import type { ImportOutcome } from '../import-records.ts';
import type {
  Conflict,
  Correction,
  MovedTransaction,
  NoteConflict,
  RepeatedTransaction,
  ReportedMismatch,
} from './reconciliation.ts';

/** Stored and expected items of one key. `cause`: null if both agree, or if nothing is compared. */
export type ReportedTotal = JoinedTotal & { readonly cause: DifferenceCause | null };

/** An import record as evidence lists it. */
export type ImportEvidence = {
  readonly id: string;
  readonly receivedAt: Date;
  /** null if the API key no longer exists. */
  readonly apiKeyPrefix: string | null;
  readonly endpoint: string;
  readonly externalAccountNumber: string | null;
  readonly outcome: ImportOutcome;
  readonly itemCount: number | null;
  /** In lower-case hexadecimal; null if none was kept. */
  readonly payloadSha256: string | null;
  /** null if the import was not undone. */
  readonly undoneAt: Date | null;
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
};

/** Passes each item on to all of these. */
export const joinSinks = (sinks: ReadonlyArray<ReconciliationSink>): ReconciliationSink => {
  const each =
    <A>(takeOf: (sink: ReconciliationSink) => ((item: A) => void) | undefined) =>
    (item: A): void => {
      for (const sink of sinks) takeOf(sink)?.(item);
    };
  const forEvidence = sinks.find(({ importRecord }) => importRecord !== undefined);
  return {
    total: each(({ total }) => total),
    moved: each(({ moved }) => moved),
    conflict: each(({ conflict }) => conflict),
    noteConflict: each(({ noteConflict }) => noteConflict),
    repeated: each(({ repeated }) => repeated),
    mismatch: each(({ mismatch }) => mismatch),
    correction: each(({ correction }) => correction),
    ...(forEvidence && { importRecord: each(({ importRecord }) => importRecord) }),
  };
};
