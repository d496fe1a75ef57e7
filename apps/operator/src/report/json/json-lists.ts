import type { ReconciliationSink } from '../../reconciling/reconciliation.ts';
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
import { JsonItems } from './json-pieces.ts';

const EMPTY = new JsonItems(() => []);
export const NO_LISTS = {
  totals: EMPTY,
  moved: EMPTY,
  conflicts: EMPTY,
  note_conflicts: EMPTY,
  repeated: EMPTY,
  mismatches: EMPTY,
  corrections: EMPTY,
};

/** The complete lists of a report, by the names of its JSON. */
export type JsonLists = Readonly<typeof NO_LISTS>;

type ListSink = Omit<Required<ReconciliationSink>, 'importRecord'>;

/** Keeps the lists of the JSON report on disk while they are read. */
export const spoolJsonLists = (spools: Spools): { readonly sink: ListSink; readonly lists: JsonLists } => {
  const lists = { ...NO_LISTS };
  /** Opens a list. @returns what adds an item to it. */
  const listed = <A>(name: keyof JsonLists, toJson: (item: A) => object) => {
    const { add, texts } = spools.open();
    lists[name] = new JsonItems(texts);
    return (item: A): void => add(JSON.stringify(toJson(item)));
  };
  const addTotal = listed('totals', fromStoredTotal);
  return {
    sink: {
      // A total that is expected and not stored is a difference only.
      total: (total) => {
        if (total.actual.count > 0) addTotal(total);
      },
      moved: listed('moved', fromMoved),
      conflict: listed('conflicts', fromConflict),
      noteConflict: listed('note_conflicts', fromNoteConflict),
      repeated: listed('repeated', fromRepeated),
      mismatch: listed('mismatches', fromMismatch),
      correction: listed('corrections', fromCorrection),
    },
    lists,
  };
};
