import { createReadStream } from 'node:fs';
import { type Begun, type Done, type JournalRecord, toRecord } from './records.ts';

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

/** The sums over all steps that are done. */
export type Counts = Pick<
  Done,
  'accepted' | 'already_existed' | 'repeated' | 'rejected' | 'conflicts' | 'moved' | 'requests' | 'retried'
>;

export const NO_COUNTS: Counts = {
  accepted: 0,
  already_existed: 0,
  repeated: 0,
  rejected: 0,
  conflicts: 0,
  moved: 0,
  requests: 0,
  retried: 0,
};

export const addCounts = (counts: Counts, more: Counts): Counts => ({
  accepted: counts.accepted + more.accepted,
  already_existed: counts.already_existed + more.already_existed,
  repeated: counts.repeated + more.repeated,
  rejected: counts.rejected + more.rejected,
  conflicts: counts.conflicts + more.conflicts,
  moved: counts.moved + more.moved,
  requests: counts.requests + more.requests,
  retried: counts.retried + more.retried,
});

/** Returns the number of rows that steps were made of. */
export const rowsOf = ({ accepted, already_existed: existed, repeated, rejected, conflicts }: Counts): number =>
  accepted + existed + repeated + rejected + conflicts;

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
