import type { RowText } from '@carryover/files/row';
import type { Journal } from '../journal/journal.ts';
import type { Progress } from '../journal/read-journal.ts';
import type { Done } from '../journal/records.ts';
import { cutShort, type Rejected } from '../steps/item.ts';
import type { Batch } from '../steps/step.ts';
import type { Concurrency } from './concurrency.ts';
import { deliver } from './deliver.ts';
import type { RequestCounts } from './observer.ts';
import type { Outbox } from './outbox.ts';
import type { Result } from './result.ts';
import { type Files, runSteps } from './run-steps.ts';
import type { Service } from './service/service.ts';

export type Load = Files & {
  readonly service: Service;
  readonly concurrency: Concurrency;
  readonly journal: Journal;
  readonly outbox: Outbox;
  /** The steps that earlier runs have done. */
  readonly progress: Progress;
  /** The requests since the last call: those of steps that are under way are among them. */
  readonly newRequests: () => RequestCounts;
  /** Called after each step. @param bytes of its rows. @param done null if an earlier run has done it. */
  readonly onStep: (bytes: number, done: Done | null, rejected: ReadonlyArray<Rejected>) => void;
  /** Called for each file that was not read to its end, also if an earlier run has noted that. */
  readonly onCutShort: (file: string) => void;
};

const REFUSED_ROWS: Omit<Result, 'rejected'> = { accepted: 0, alreadyExisted: 0, conflicts: [], moved: 0, tallies: [] };

/** Returns the rows that say the same as an earlier one, and the others. */
const separate = (all: ReadonlyArray<Rejected>): readonly [ReadonlyArray<Rejected>, ReadonlyArray<Rejected>] => {
  const isRepeated = ({ repeat }: Rejected): boolean => repeat?.verdict === 'repeated';
  return [all.filter(isRepeated), all.filter((one) => !isRepeated(one))];
};

/** About the size of rows in their file. */
const bytesOf = (rows: ReadonlyArray<RowText>): number => rows.reduce((sum, { raw }) => sum + raw.length + 1, 0);

/**
 * Runs the steps that are not done yet, kind by kind: accounts at the same time, the requests of one account in order.
 *
 * @throws Stopped if the service cannot be asked any more, WriteFailed; requests under way have ended then.
 */
export const runLoad = (load: Load): Promise<void> => {
  const { phases, service, journal, outbox, progress, newRequests, onStep, onCutShort } = load;

  /** The journal has rejects before their file: a resumed load adds what the file lacks, and cuts nothing off. */
  const note = (phase: number, step: number, account: Done['account'], result: Result, bytes: number): void => {
    const { conflicts } = result;
    const [repeated, rejected] = separate(result.rejected);
    const outputs = outbox.textsOf(phases[phase]!.files, { rejected, repeated, conflicts });
    const excluded = [...result.rejected.map(({ row }) => row), ...conflicts.map(({ item }) => item)];
    const record: Done = {
      event: 'done',
      phase,
      step,
      account,
      accepted: result.accepted,
      already_existed: result.alreadyExisted,
      repeated: repeated.length,
      rejected: rejected.length,
      conflicts: conflicts.length,
      moved: result.moved,
      ...newRequests(),
      tallies: result.tallies.map(({ ledger, type, count, sum }) => [ledger, type, count, sum]),
      excluded: excluded.map(({ file, line }) => [file, line]),
      outputs,
    };
    journal.add(record);
    outbox.add(outputs);
    onStep(bytes, record, rejected);
  };

  const send = async (phase: number, step: number, batch: Batch): Promise<void> => {
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
    const result = await deliver(phases[phase]!.kind, batch, progress.isInDoubt(phase, step), service);
    note(phase, step, [account.supplier, account.number], result, bytesOf(items));
  };

  return runSteps(load, load.concurrency, {
    unreadable: (phase, step, rejected) => {
      const bytes = bytesOf(rejected.map(({ row }) => row));
      cutShort(phases[phase]!.files, rejected).forEach(onCutShort);
      if (progress.isDone(phase, step)) onStep(bytes, null, []);
      else note(phase, step, null, { ...REFUSED_ROWS, rejected }, bytes);
    },
    batch: (phase, step, batch) => {
      if (!progress.isDone(phase, step)) return () => send(phase, step, batch);
      onStep(bytesOf(batch.items), null, []);
      return null;
    },
  });
};
