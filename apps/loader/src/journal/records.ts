import { KINDS, PARTS } from '@carryover/contract/item-files';
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
    journal: t.literal(2),
    at: t.string,
    base_url: t.string,
    supplier: t.union([t.string, t.null]),
    /** The folder of the files of rejects and conflicts; null: they are beside the files. */
    rejects: t.union([t.string, t.null]),
    /** Files of the folders that were not read. */
    not_read: t.readonlyArray(t.string),
    /** The first rows, to which the load is limited. */
    limit: t.union([t.number, t.null]),
    max_items: t.number,
    max_bytes: t.number,
    /** False if dates outside the open statement period are not to be moved. */
    moves_dates: t.boolean,
    /** True if repeated rows are no reason for exit code 1. */
    allows_repeated: t.boolean,
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

/** Written once all items of a step have their answer, before its rejects are written. */
const done = t.readonly(
  t.type({
    event: t.literal('done'),
    ...step,
    accepted: t.number,
    already_existed: t.number,
    repeated: t.number,
    rejected: t.number,
    conflicts: t.number,
    /** Of the accepted transactions, those whose date was moved. */
    moved: t.number,
    requests: t.number,
    retried: t.number,
    /** The rows that were rejected, conflict or repeat others: `[file, line]`. */
    excluded: t.readonlyArray(t.tuple([t.number, t.number])),
    /** What this step adds to files of rejects, repeated rows and conflicts, by the name of the file. */
    outputs: t.record(t.string, t.string),
  }),
);

/** Written once all steps are done. */
const finished = t.readonly(t.type({ event: t.literal('finished') }));

const journalRecord = t.union([begun, sent, done, finished]);

export type Begun = t.TypeOf<typeof begun>;
export type Done = t.TypeOf<typeof done>;
export type JournalRecord = t.TypeOf<typeof journalRecord>;
export type Input = t.TypeOf<typeof input>;

/** Returns a line's record; null if the line is not a whole record. */
export const toRecord = (line: string): JournalRecord | null => {
  const value = jsonOrNull(line);
  return journalRecord.is(value) ? value : null;
};
