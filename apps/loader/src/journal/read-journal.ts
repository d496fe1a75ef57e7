import { createReadStream } from 'node:fs';
import { KINDS, PARTS } from '@carryover/contract/kinds';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import { addCounts, type Counts, NO_COUNTS } from './counts.ts';

const NAMES = [...KINDS, ...PARTS];
const kind = t.keyof(Object.fromEntries(NAMES.map((name) => [name, null])) as Record<(typeof NAMES)[number], null>);

/**
 * A file of a load, and what it contained when the load began; `copy` is read in its place, if it has one; `mapping`: its text;
 * `joined`: the files with which its rows are joined; `listed`: what a manifest says of its rows.
 */
const input = t.readonly(
  t.intersection([
    t.type({ kind, file: t.string, bytes: t.number, sha256: t.string }),
    t.partial({
      copy: t.string,
      mapping: t.readonly(t.type({ file: t.string, text: t.string })),
      joined: t.readonlyArray(t.readonly(t.type({ file: t.string, sha256: t.string }))),
      listed: t.readonly(
        t.type({ manifest: t.string, rows: t.union([t.number, t.null]), sums: t.record(t.string, t.string) }),
      ),
    }),
  ]),
);

/** The first record: everything that decides which requests the load consists of, in which order. */
const begun = t.readonly(
  t.intersection([
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
    /** True if the load goes on though files are not what their source says. */
    t.partial({ despite_expectations: t.boolean }),
    /** The id of the load, sent with each request. */
    t.partial({ load_id: t.string }),
  ]),
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

/** Yields the whole records of a journal, each with the position of its end. An unfinished last record is left out. */
async function* wholeRecords(file: string): AsyncGenerator<{ readonly record: JournalRecord; readonly end: number }> {
  let end = 0;
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, start)) {
      const line = Buffer.concat([...begun, chunk.subarray(start, at)]);
      begun = [];
      start = at + 1;
      end += line.length + 1;
      const record = toRecord(line.toString());
      if (record === null) return;
      yield { record, end };
    }
    begun.push(chunk.subarray(start));
  }
}

/** The requests that were sent or done, by phase and step. */
export type Progress = {
  readonly isDone: (phase: number, step: number) => boolean;
  /** True for a step that was sent and whose answer is not known. */
  readonly isInDoubt: (phase: number, step: number) => boolean;
};

/** A load as its journal tells it. */
export type Recorded = {
  readonly begun: Begun;
  readonly progress: Progress;
  readonly counts: Counts;
  /** The files of rejects and conflicts. */
  readonly outputs: ReadonlyArray<string>;
  readonly isFinished: boolean;
  /** False if no request was sent and nothing was rejected yet. */
  readonly hasSteps: boolean;
  /** The length of the whole records. */
  readonly bytes: number;
};

const keyOf = (phase: number, step: number): number => step * 8 + phase;

/** Reads a journal. @returns null if it does not begin as one. */
export const readJournal = async (file: string): Promise<Recorded | null> => {
  let begun: Begun | null = null;
  let isFinished = false;
  let bytes = 0;
  let counts = NO_COUNTS;
  const outputs = new Set<string>();
  const sent = new Set<number>();
  const done = new Set<number>();
  for await (const { record, end } of wholeRecords(file)) {
    if (record.event === 'begun') begun ??= record;
    if (begun === null) return null;
    bytes = end;
    if (record.event === 'sent') sent.add(keyOf(record.phase, record.step));
    if (record.event === 'finished') isFinished = true;
    if (record.event !== 'done') continue;
    const key = keyOf(record.phase, record.step);
    sent.delete(key);
    done.add(key);
    counts = addCounts(counts, record);
    for (const file of Object.keys(record.outputs)) outputs.add(file);
  }
  if (begun === null) return null;
  const progress: Progress = {
    isDone: (phase, step) => done.has(keyOf(phase, step)),
    isInDoubt: (phase, step) => sent.has(keyOf(phase, step)),
  };
  return { begun, progress, counts, outputs: [...outputs], isFinished, hasSteps: sent.size + done.size > 0, bytes };
};

/** Yields the steps of a journal that are done. */
export async function* doneSteps(file: string): AsyncGenerator<Done> {
  for await (const { record } of wholeRecords(file)) if (record.event === 'done') yield record;
}
