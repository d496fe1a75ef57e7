import { orNull } from '@carryover/adapters-persistence/schema/stored-values';
import type { Section } from '@carryover/report/report';
import * as t from 'io-ts';

const note = t.type({ text: t.string, brief: t.string, importId: orNull(t.string) });
const cell = t.union([t.string, t.null, t.type({ rare: t.string }), t.type({ share: t.number })]);
const item = t.intersection([
  t.type({ rows: t.array(t.array(cell)) }),
  t.partial({ heading: t.string, notes: t.array(note) }),
]);
const column = t.intersection([t.type({ title: t.string, kind: t.string }), t.partial({ isPersonal: t.boolean })]);

/** A section of the report, as the worker stored it. */
export const shownSection = t.intersection([
  t.type({
    id: t.string,
    title: t.string,
    columns: t.array(column),
    items: t.array(item),
    count: t.number,
    complete: t.string,
  }),
  t.partial({ sentence: t.string, pairs: t.string }),
]);
export type ShownSection = t.TypeOf<typeof shownSection>;

/** The sections of the report that the page of a finished reconciliation shows; differences are in files of their own. */
export const SHOWN: ReadonlyArray<Section['id']> = ['by-type', 'unread', 'control-file'];

/** What the page of a finished reconciliation shows of its report. */
export const shownResult = t.type({
  /** In words: the verdict, and what was compared. */
  sentence: t.string,
  scope: t.string,
  /** About dates that were moved, conflicts, rejected requests. */
  remarks: t.array(t.type({ sentence: t.string })),
  facts: t.array(t.tuple([t.string, t.string])),
  sections: t.array(shownSection),
  /** The reason that it does not count as proof; null if it is recorded. */
  unrecorded: orNull(t.string),
});
export type ShownResult = t.TypeOf<typeof shownResult>;
