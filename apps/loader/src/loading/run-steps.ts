import type { Kind } from '@carryover/contract/item-files';
import type { Rejected } from '../steps/item.ts';
import { stepsOf } from '../steps/plan.ts';
import type { Batch, BatchLimits } from '../steps/step.ts';
import type { ReadRow } from '../steps/text-rows.ts';
import { makeAccountOrder } from './account-order.ts';
import type { Concurrency } from './concurrency.ts';

/** The files of one kind, and their rows. */
export type Phase = {
  readonly kind: Kind;
  readonly files: ReadonlyArray<string>;
  readonly rows: () => AsyncIterable<ReadonlyArray<ReadRow>>;
  /** True if the rows of an account are together. */
  readonly isGrouped?: boolean | undefined;
};

/** The files of a load. */
export type Files = {
  readonly phases: ReadonlyArray<Phase>;
  readonly supplier: string | null;
  readonly limits: BatchLimits;
};

/** The work on the steps. `phase` is the position of a phase, `step` that of a step in its phase, both from 0. */
type Work = {
  readonly unreadable: (phase: number, step: number, rejected: ReadonlyArray<Rejected>) => void;
  /** Returns the work of a batch; null if there is none. */
  readonly batch: (phase: number, step: number, batch: Batch) => (() => Promise<void>) | null;
};

/**
 * Runs the steps of files, kind by kind: the batches of accounts at the same time, those of one account in order.
 *
 * @throws the first error, once the work under way has ended.
 */
export const runSteps = async (
  { phases, supplier, limits }: Files,
  concurrency: Concurrency,
  { unreadable, batch }: Work,
): Promise<void> => {
  const failures: unknown[] = [];
  const fail = (error: unknown): void => void failures.push(error);
  for (const [phase, { kind, rows, isGrouped }] of phases.entries()) {
    const order = makeAccountOrder(concurrency, fail);
    let number = 0;
    try {
      for await (const step of stepsOf(rows(), { kind, supplier, isGrouped }, limits)) {
        if (failures.length > 0) break;
        if (step.kind === 'unreadable') unreadable(phase, number, step.rejected);
        else {
          const work = batch(phase, number, step);
          if (work !== null)
            await order.add(step.key, step.bytes, async () => {
              if (failures.length === 0) await work();
            });
        }
        number += 1;
      }
    } catch (error) {
      fail(error);
    }
    await order.done();
    if (failures.length > 0) throw failures[0];
  }
};
