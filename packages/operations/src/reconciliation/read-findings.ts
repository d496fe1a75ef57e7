import { streamCorrections } from '@carryover/adapters-persistence/corrections/corrections';
import {
  type MovedTransaction,
  type NoteConflict,
  type ReportedMismatch,
  streamFindings,
  streamMoved,
  streamRepeated,
} from '@carryover/adapters-persistence/queries/reconciliation-lists';
import type { Snapshot } from '@carryover/adapters-persistence/sql/snapshot';
import type {
  Conflict,
  Correction,
  ListedExplanation,
  RepeatedTransaction,
} from '@carryover/application/reconciliation/explanations';
import { countStep, type OnProgress } from '@carryover/application/reconciliation/progress';
import { LISTED, type Listed } from '@carryover/report/report';
import type { Reconciliation, ReconciliationSink } from './reconciliation.ts';

/** So many conflicts, repeated transactions and undone imports of an account are kept to explain its differences. */
const KEPT_OF_ACCOUNT = 100;

const makeList = <A>(all: ((item: A) => void) | undefined) => {
  const first: A[] = [];
  let count = 0;
  return {
    add: (item: A): void => {
      if (count < LISTED) first.push(item);
      count += 1;
      all?.(item);
    },
    listed: (): Listed<A> => ({ count, first }),
  };
};

/** Counts paths with list positions as `*`: the same field of a thousand items is one field. */
const makeFieldCounts = () => {
  const counts = new Map<string, number>();
  return {
    add: (path: string): void => {
      const pattern = path.replaceAll(/\.\d+(?=\.|$)/g, '.*');
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    },
    counted: () => [...counts].map(([path, count]) => ({ path, count })).toSorted((a, b) => b.count - a.count),
  };
};

/** What may explain differences, by account. `cut`: the accounts that have more than are kept. */
export type ListedExplanations = {
  readonly byAccount: ReadonlyMap<string, ReadonlyArray<ListedExplanation>>;
  readonly cut: ReadonlySet<string>;
};

/** Keeps the explanations of these accounts. */
const makeExplanations = (accounts: ReadonlySet<string>) => {
  const byAccount = new Map<string, ListedExplanation[]>();
  const cut = new Set<string>();
  return {
    known: { byAccount, cut },
    add: (account: string, explanation: ListedExplanation): void => {
      if (!accounts.has(account)) return;
      const kept = byAccount.get(account) ?? [];
      byAccount.set(account, kept);
      if (kept.filter(({ kind }) => kind === explanation.kind).length < KEPT_OF_ACCOUNT) kept.push(explanation);
      else cut.add(account);
    },
  };
};

type Findings = Pick<
  Reconciliation,
  'moved' | 'repeated' | 'conflicts' | 'noteConflicts' | 'mismatches' | 'unknownFields' | 'corrections'
> & {
  readonly explanations: ListedExplanations;
};

/** Reads what else there is to report. @param accounts those whose differences are explained. */
export const readFindings = async (
  snapshot: Snapshot,
  accounts: ReadonlySet<string>,
  sink: ReconciliationSink,
  onProgress: OnProgress,
): Promise<Findings> => {
  const moved = makeList<MovedTransaction>(sink.moved);
  const repeated = makeList<RepeatedTransaction>(sink.repeated);
  let unchecked = 0;
  const conflicts = makeList<Conflict>(sink.conflict);
  const noteConflicts = makeList<NoteConflict>(sink.noteConflict);
  const mismatches = makeList<ReportedMismatch>(sink.mismatch);
  const corrections = makeList<Correction>(sink.correction);
  const fields = makeFieldCounts();
  const explanations = makeExplanations(accounts);
  const advance = countStep(onProgress, 'details', null);

  for await (const batch of streamFindings(snapshot))
    for (const found of batch) {
      for (const conflict of found.conflicts) {
        conflicts.add(conflict);
        explanations.add(conflict.externalAccountNumber, { kind: 'conflict', conflict });
      }
      found.noteConflicts.forEach(noteConflicts.add);
      found.mismatches.forEach(mismatches.add);
      found.unknownFields.forEach(fields.add);
      advance(1);
    }
  for await (const batch of streamRepeated(snapshot))
    for (const one of batch) {
      repeated.add(one);
      if (one.isUnchecked) unchecked += 1;
      explanations.add(one.externalAccountNumber, { kind: 'repeated', repeated: one });
      advance(1);
    }
  for await (const batch of streamMoved(snapshot)) {
    batch.forEach(moved.add);
    advance(batch.length);
  }
  for await (const batch of streamCorrections(snapshot)) {
    for (const correction of batch) {
      corrections.add(correction);
      explanations.add(correction.externalAccountNumber, { kind: 'undone', correction });
    }
    advance(batch.length);
  }
  return {
    moved: moved.listed(),
    repeated: { ...repeated.listed(), unchecked },
    conflicts: conflicts.listed(),
    noteConflicts: noteConflicts.listed(),
    mismatches: mismatches.listed(),
    corrections: corrections.listed(),
    unknownFields: fields.counted(),
    explanations: explanations.known,
  };
};
