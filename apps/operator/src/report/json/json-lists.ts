import type { ReconciliationSink } from '@carryover/application/operator/reconciliation/reconciliation-sink';
import type { Spools } from '../../spool/spool.ts';
import {
  fromConflict,
  fromCorrection,
  fromMismatch,
  fromMoved,
  fromNoteConflict,
  fromRepeated,
  fromStoredTotal,
} from './items.ts';
import { JsonItems } from './json-items.ts';

/** The complete lists of a report, by the names of its JSON. */
export type JsonLists = Readonly<
  Record<'totals' | 'moved' | 'conflicts' | 'note_conflicts' | 'repeated' | 'mismatches' | 'corrections', JsonItems>
>;

const EMPTY = new JsonItems(() => []);
export const NO_LISTS: JsonLists = {
  totals: EMPTY,
  moved: EMPTY,
  conflicts: EMPTY,
  note_conflicts: EMPTY,
  repeated: EMPTY,
  mismatches: EMPTY,
  corrections: EMPTY,
};

/** Keeps the lists of the JSON report on disk while they are read. */
export const spoolJsonLists = (spools: Spools): { readonly sink: ReconciliationSink; readonly lists: JsonLists } => {
  const spoolOf = <A>(toJson: (item: A) => object) => {
    const { add, texts } = spools.open();
    return { take: (item: A): void => add(JSON.stringify(toJson(item))), items: new JsonItems(texts) };
  };
  const totals = spoolOf(fromStoredTotal);
  const moved = spoolOf(fromMoved);
  const conflicts = spoolOf(fromConflict);
  const noteConflicts = spoolOf(fromNoteConflict);
  const repeated = spoolOf(fromRepeated);
  const mismatches = spoolOf(fromMismatch);
  const corrections = spoolOf(fromCorrection);
  return {
    sink: {
      // A total that is expected and not stored is a difference only.
      total: (total) => {
        if (total.actual.count > 0) totals.take(total);
      },
      moved: moved.take,
      conflict: conflicts.take,
      noteConflict: noteConflicts.take,
      repeated: repeated.take,
      mismatch: mismatches.take,
      correction: corrections.take,
      importRecord: null,
    },
    lists: {
      totals: totals.items,
      moved: moved.items,
      conflicts: conflicts.items,
      note_conflicts: noteConflicts.items,
      repeated: repeated.items,
      mismatches: mismatches.items,
      corrections: corrections.items,
    },
  };
};
