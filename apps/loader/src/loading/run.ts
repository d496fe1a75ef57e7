import { makeSender } from '@carryover/client/loading/sender';
import type { Kind } from '@carryover/contract/kinds';
import type { Journal } from '../journal/journal.ts';
import type { Outbox } from '../journal/outbox.ts';
import type { Done, Progress } from '../journal/read-journal.ts';
import type { Receipts } from '../journal/receipts.ts';
import type { StoredFiles } from '../reading/read-files.ts';
import type { Rejected } from '../rows/item.ts';
import type { Service } from '../service/service.ts';
import { type Batch, type BatchLimits, batchesOf } from './batches.ts';
import type { Concurrency, RequestCounts } from './concurrency.ts';
import { type Delivered, deliver } from './deliver.ts';

/** The bytes of rows that are under way, or wait for their account or for a permit. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** The requests that may wait while all permits are taken. Rows that wait for long are copied by the garbage collector. */
const MAX_AHEAD = 16;
/** Rows that cannot be sent are noted together up to this number. */
const MAX_REJECTED = 1_000;

/** The work on the steps. `phase` is the position of a kind, `step` that of a step in its kind, both from 0. */
type Work = {
  /** Returns the work of a batch; null if there is none. */
  readonly batch: (phase: number, step: number, batch: Batch, kind: Kind) => (() => Promise<void>) | null;
  readonly rejected: (phase: number, step: number, rejected: ReadonlyArray<Rejected>, kind: Kind) => void;
};

function* chunksOf<A>(all: Iterable<A>, size: number): Generator<ReadonlyArray<A>> {
  let chunk: A[] = [];
  for (const one of all) {
    chunk.push(one);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * Runs the steps of files, kind by kind: the batches of accounts at the same time, those of one account in order; then the rows
 * that cannot be sent.
 *
 * @throws the first error, once the work under way has ended.
 */
export const runSteps = async (
  { kinds, store, rejections }: StoredFiles,
  limits: BatchLimits,
  concurrency: Concurrency,
  { batch: workOf, rejected }: Work,
): Promise<void> => {
  for (const [phase, kind] of kinds.entries()) {
    const sender = makeSender({
      concurrency: concurrency.limit,
      ahead: () => MAX_AHEAD,
      maxBytes: MAX_WAITING_BYTES,
    });
    let step = 0;
    try {
      for (const batch of batchesOf(store.items(kind), kind, limits)) {
        const work = workOf(phase, step, batch, kind);
        step += 1;
        if (work !== null) await sender.add(JSON.stringify(batch.account), work, batch.bytes);
      }
    } finally {
      await sender.done();
    }
    for (const some of chunksOf(rejections(kind), MAX_REJECTED)) {
      rejected(phase, step, some, kind);
      step += 1;
    }
  }
};

type Load = {
  readonly files: StoredFiles;
  readonly limits: BatchLimits;
  readonly service: Service;
  readonly concurrency: Concurrency;
  readonly journal: Journal;
  readonly outbox: Outbox;
  readonly receipts: Receipts;
  /** The steps that earlier runs have done. */
  readonly progress: Progress;
  /** The requests since the last call: those of steps that are under way are among them. */
  readonly newRequests: () => RequestCounts;
  /** Called after each step that no earlier run has done. */
  readonly onStep: (done: Done, rejected: ReadonlyArray<Rejected>) => void;
};

const REFUSED_ROWS: Omit<Delivered, 'rejected'> = { accepted: 0, alreadyExisted: 0, conflicts: [], moved: 0 };

export const isRepeated = ({ repeat }: Rejected): boolean => repeat?.verdict === 'repeated';

/**
 * Runs the steps that are not done yet, kind by kind: accounts at the same time, the requests of one account in order.
 *
 * @throws Stopped if the service cannot be asked any more, WriteFailed; requests under way have ended then.
 */
export const runLoad = (load: Load): Promise<void> => {
  const { files, limits, service, concurrency, journal, outbox, receipts, progress, newRequests, onStep } = load;

  /** The journal has rejects before their file: a resumed load adds what the file lacks, and cuts nothing off. */
  const note = (phase: number, step: number, delivered: Delivered): void => {
    const { conflicts } = delivered;
    const { repeated = [], rejected = [] } = Object.groupBy(delivered.rejected, (one) =>
      isRepeated(one) ? 'repeated' : 'rejected',
    );
    const outputs = outbox.textsOf({ rejected, repeated, conflicts });
    const excluded = [...delivered.rejected, ...conflicts.map(({ item }) => item)];
    const record: Done = {
      event: 'done',
      phase,
      step,
      accepted: delivered.accepted,
      already_existed: delivered.alreadyExisted,
      repeated: repeated.length,
      rejected: rejected.length,
      conflicts: conflicts.length,
      moved: delivered.moved,
      ...newRequests(),
      excluded: excluded.map(({ file, line }) => [file, line]),
      outputs,
    };
    journal.add(record);
    outbox.add(outputs);
    onStep(record, rejected);
  };

  const send = async (phase: number, step: number, batch: Batch, kind: Kind): Promise<void> => {
    const { account, items } = batch;
    const [first, last] = [items[0]!, items.at(-1)!];
    journal.add({
      event: 'sent',
      phase,
      step,
      account: account.number,
      items: items.length,
      from: [first.file, first.line],
      to: [last.file, last.line],
    });
    const delivered = await deliver(kind, batch, progress.isInDoubt(phase, step), service, receipts.add);
    // What is noted as done is not sent again: its receipts must be on the disk before.
    await receipts.synced();
    const explain = (one: Rejected): Rejected => ({ ...one, why: { ...one.why, ...files.explain(one, one.why) } });
    note(phase, step, { ...delivered, rejected: delivered.rejected.map(explain) });
  };

  return runSteps(files, limits, concurrency, {
    rejected: (phase, step, rejected) => {
      if (!progress.isDone(phase, step)) note(phase, step, { ...REFUSED_ROWS, rejected });
    },
    batch: (phase, step, batch, kind) => (progress.isDone(phase, step) ? null : () => send(phase, step, batch, kind)),
  });
};
