import type { RowText } from '@carryover/files/row';
import type { Journal } from '../journal/journal.ts';
import type { Progress } from '../journal/read-journal.ts';
import type { Done } from '../journal/records.ts';
import type { Kind } from '../rows/kind.ts';
import { cutShort, type Rejected } from '../steps/item.ts';
import { stepsOf } from '../steps/plan.ts';
import type { Batch, BatchLimits, Step } from '../steps/step.ts';
import type { ReadRow } from '../steps/text-rows.ts';
import { makeAccountOrder } from './account-order.ts';
import type { Concurrency } from './concurrency.ts';
import { deliver } from './deliver.ts';
import type { RequestCounts } from './observer.ts';
import type { Outbox } from './outbox.ts';
import type { Result } from './result.ts';
import type { Service } from './service/service.ts';

/** The files of one kind, and their rows. */
export type Phase = {
  readonly kind: Kind;
  readonly files: ReadonlyArray<string>;
  readonly rows: () => AsyncIterable<ReadonlyArray<ReadRow>>;
  /** True if the rows of an account are together. */
  readonly isGrouped?: boolean | undefined;
};

export type Load = {
  readonly phases: ReadonlyArray<Phase>;
  readonly supplier: string | null;
  readonly limits: BatchLimits;
  readonly service: Service;
  readonly concurrency: Concurrency;
  readonly journal: Journal;
  readonly outbox: Outbox;
  /** The steps that earlier runs have done. */
  readonly progress: Progress;
  /** The requests of this run so far. */
  readonly requestCounts: () => RequestCounts;
  /** Called after each step. @param bytes of its rows. @param done null if an earlier run has done it. */
  readonly onStep: (bytes: number, done: Done | null, rejected: ReadonlyArray<Rejected>) => void;
  /** Called for each file that was not read to its end, also if an earlier run has noted that. */
  readonly onCutShort: (file: string) => void;
};

const REFUSED_ROWS: Omit<Result, 'rejected'> = { accepted: 0, alreadyExisted: 0, conflicts: [], tallies: [] };

const rowsOf = (step: Step): ReadonlyArray<RowText> =>
  step.kind === 'batch' ? step.items : step.rejected.map(({ row }) => row);

/** About the size of rows in their file. */
const bytesOf = (rows: ReadonlyArray<RowText>): number => rows.reduce((sum, { raw }) => sum + raw.length + 1, 0);

/** Runs the steps of one kind. */
class PhaseRun {
  readonly #load: Load;
  readonly #phase: number;
  readonly #counted: { requests: number; retried: number };

  constructor(load: Load, phase: number, counted: { requests: number; retried: number }) {
    this.#load = load;
    this.#phase = phase;
    this.#counted = counted;
  }

  async batch(step: number, batch: Batch): Promise<void> {
    const { service, journal, progress, phases } = this.#load;
    const [first, last] = [batch.items[0]!, batch.items.at(-1)!];
    journal.add({
      event: 'sent',
      phase: this.#phase,
      step,
      account: batch.account.number,
      items: batch.items.length,
      from: [first.file, first.line],
      to: [last.file, last.line],
    });
    const mayBeStored = progress.isInDoubt(this.#phase, step);
    const result = await deliver(phases[this.#phase]!.kind, batch, mayBeStored, service);
    this.#done(step, [batch.account.supplier, batch.account.number], result, bytesOf(batch.items));
  }

  unreadable(step: number, rejected: ReadonlyArray<Rejected>): void {
    this.#done(step, null, { ...REFUSED_ROWS, rejected }, bytesOf(rejected.map(({ row }) => row)));
  }

  /** Rejects are written before the journal says so: a resumed load cuts off what it does not know. */
  #done(step: number, account: Done['account'], result: Result, bytes: number): void {
    const { outbox, journal, phases, onStep } = this.#load;
    const sizes = outbox.add(phases[this.#phase]!.files, result);
    const { rejected, conflicts } = result;
    const record: Done = {
      event: 'done',
      phase: this.#phase,
      step,
      account,
      accepted: result.accepted,
      already_existed: result.alreadyExisted,
      rejected: rejected.length,
      conflicts: conflicts.length,
      ...this.#newRequests(),
      tallies: result.tallies.map(({ ledger, type, count, sum }) => [ledger, type, count, sum]),
      excluded: [...rejected.map(({ row }) => row), ...conflicts.map(({ item }) => item)].map(({ file, line }) => [
        file,
        line,
      ]),
      sizes,
    };
    journal.add(record);
    onStep(bytes, record, rejected);
  }

  /** The requests since the last record: those of steps that are under way are among them. */
  #newRequests(): RequestCounts {
    const { requests, retried } = this.#load.requestCounts();
    const counted = this.#counted;
    const more = { requests: requests - counted.requests, retried: retried - counted.retried };
    Object.assign(counted, { requests, retried });
    return more;
  }
}

/**
 * Runs the steps that are not done yet, kind by kind: accounts at the same time, the requests of one account in order.
 *
 * @throws Stopped if the service cannot be asked any more, WriteFailed; requests under way have ended then.
 */
export const runLoad = async (load: Load): Promise<void> => {
  const counted = { requests: 0, retried: 0 };
  let failure: { readonly error: unknown } | null = null;
  for (const [phase, { kind, files, rows, isGrouped }] of load.phases.entries()) {
    const run = new PhaseRun(load, phase, counted);
    const order = makeAccountOrder(load.concurrency, (error) => {
      failure ??= { error };
    });
    const perform = async (step: number, batch: Batch): Promise<void> => {
      if (failure === null) await run.batch(step, batch);
    };
    let number = -1;
    try {
      for await (const step of stepsOf(rows(), { kind, supplier: load.supplier, isGrouped }, load.limits)) {
        if (failure !== null) break;
        number += 1;
        const current = number;
        if (step.kind === 'unreadable') cutShort(files, step.rejected).forEach(load.onCutShort);
        if (load.progress.isDone(phase, current)) {
          load.onStep(bytesOf(rowsOf(step)), null, []);
          continue;
        }
        if (step.kind === 'unreadable') run.unreadable(current, step.rejected);
        else await order.add(step.key, step.bytes, () => perform(current, step));
      }
    } catch (error) {
      failure ??= { error };
    }
    await order.done();
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
  }
};
