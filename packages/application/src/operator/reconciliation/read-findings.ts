import type { SupplierSnapshot } from '../../ports/operator/reconciliation/reconciliation-reader.ts';
import { countStep, type OnProgress } from './progress.ts';
import type {
  Conflict,
  Correction,
  Explanation,
  Listed,
  MovedTransaction,
  NoteConflict,
  Reconciliation,
  RepeatedTransaction,
  ReportedMismatch,
} from './reconciliation.ts';
import type { ReconciliationSink } from './reconciliation-sink.ts';

const LISTED = 1_000;
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

/** What may explain differences of an account, from the lists of the report. */
export type KnownExplanation =
  | Extract<Explanation, { kind: 'conflict' | 'repeated' }>
  | { readonly kind: 'undone'; readonly correction: Correction };

/** By account. `cut`: the accounts that have more than are kept. */
export type KnownExplanations = {
  readonly byAccount: ReadonlyMap<string, ReadonlyArray<KnownExplanation>>;
  readonly cut: ReadonlySet<string>;
};

/** Keeps the explanations of these accounts. */
const makeExplanations = (accounts: ReadonlySet<string>) => {
  const byAccount = new Map<string, KnownExplanation[]>();
  const cut = new Set<string>();
  return {
    known: { byAccount, cut },
    add: (account: string, explanation: KnownExplanation): void => {
      if (!accounts.has(account)) return;
      const kept = byAccount.get(account) ?? [];
      byAccount.set(account, kept);
      if (kept.filter(({ kind }) => kind === explanation.kind).length < KEPT_OF_ACCOUNT) kept.push(explanation);
      else cut.add(account);
    },
  };
};

export type Findings = Pick<
  Reconciliation,
  'moved' | 'repeated' | 'conflicts' | 'noteConflicts' | 'mismatches' | 'unknownFields' | 'corrections'
> & {
  readonly explanations: KnownExplanations;
};

/** Reads what else there is to report. @param accounts those whose differences are explained. */
export const readFindings = async (
  snapshot: SupplierSnapshot,
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

  for await (const batch of snapshot.findings())
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
  for await (const batch of snapshot.repeated())
    for (const one of batch) {
      repeated.add(one);
      if (one.isUnchecked) unchecked += 1;
      explanations.add(one.externalAccountNumber, { kind: 'repeated', repeated: one });
      advance(1);
    }
  for await (const batch of snapshot.moved()) {
    batch.forEach(moved.add);
    advance(batch.length);
  }
  for await (const batch of snapshot.corrections()) {
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
