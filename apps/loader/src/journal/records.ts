import { KINDS } from '@carryover/contract/item-files/kinds';
import { PARTS } from '@carryover/contract/item-files/parts';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';

const NAMES = [...KINDS, ...PARTS];
const kind = t.keyof(Object.fromEntries(NAMES.map((name) => [name, null])) as Record<(typeof NAMES)[number], null>);

/** A file of a load, and what it contained when the load began; `copy` is read in its place, if it has one. */
const input = t.readonly(
  t.intersection([t.type({ kind, file: t.string, bytes: t.number, sha256: t.string }), t.partial({ copy: t.string })]),
);

/** The first record: everything that decides which requests the load consists of, in which order. */
const begun = t.readonly(
  t.type({
    event: t.literal('begun'),
    /** Version of the journal and of the order of the steps. */
    journal: t.literal(1),
    at: t.string,
    base_url: t.string,
    supplier: t.union([t.string, t.null]),
    max_items: t.number,
    max_bytes: t.number,
    inputs: t.readonlyArray(input),
  }),
);

/** Identifies a step: the position of its kind in the load, and its own position in that kind. */
const step = { phase: t.number, step: t.number };

/** Written before the request of a step is sent. */
const sent = t.readonly(
  t.type({
    event: t.literal('sent'),
    ...step,
    account: t.string,
    items: t.number,
    /** The lines of the first and last item, each with the index of its file: `[file, line]`. */
    from: t.tuple([t.number, t.number]),
    to: t.tuple([t.number, t.number]),
  }),
);

const tallyRecord = t.tuple([t.union([t.string, t.null]), t.string, t.number, t.string]);

/** Written once all items of a step have their answer, after its rejects were written. */
const done = t.readonly(
  t.type({
    event: t.literal('done'),
    ...step,
    /** Supplier and number of the account; null of rows that cannot be read. */
    account: t.union([t.tuple([t.string, t.string]), t.null]),
    accepted: t.number,
    already_existed: t.number,
    rejected: t.number,
    conflicts: t.number,
    requests: t.number,
    retried: t.number,
    /** Ledger or null, type, count, sum. */
    tallies: t.readonlyArray(tallyRecord),
    /** The rows that were rejected or conflict: `[file, line]`. */
    excluded: t.readonlyArray(t.tuple([t.number, t.number])),
    /** The sizes of the files of rejects and conflicts that this step has written to. */
    sizes: t.record(t.string, t.number),
  }),
);

/** Written once all steps are done. */
const finished = t.readonly(t.type({ event: t.literal('finished') }));

const journalRecord = t.union([begun, sent, done, finished]);

export type Begun = t.TypeOf<typeof begun>;
export type Sent = t.TypeOf<typeof sent>;
export type Done = t.TypeOf<typeof done>;
export type JournalRecord = t.TypeOf<typeof journalRecord>;
export type Input = t.TypeOf<typeof input>;

/** Returns a line's record; null if the line is not a whole record. */
export const toRecord = (line: string): JournalRecord | null => {
  const value = jsonOrNull(line);
  return journalRecord.is(value) ? value : null;
};
