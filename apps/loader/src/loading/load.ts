import { differingText } from '@carryover/files/mapping/expectations';
import { makeProgress, type Terminal } from '@carryover/terminal/progress';
import { PLAIN_EVERY_MS } from '../command.ts';
import { expectationsIn } from '../files/mappings.ts';
import { addCounts, type Counts, checkRejects, type MaxRejects, rowsOf } from '../journal/counts.ts';
import type { OpenJournal } from '../journal/open-journal.ts';
import { openOutbox } from '../journal/outbox.ts';
import { doneSteps } from '../journal/read-journal.ts';
import { openReceipts, type Receipts } from '../journal/receipts.ts';
import { recordedInputs } from '../journal/recorded-inputs.ts';
import { type Conversion, conversionsOf } from '../proof/conversion.ts';
import { type Proof, prove } from '../proof/prove.ts';
import { type CutShort, inLoadOrder, readFiles } from '../reading/read-files.ts';
import { reach, type Target } from '../service/service.ts';
import { makeConcurrency, makeObserver } from './concurrency.ts';
import { runLoad } from './run.ts';

/** The result of a load over all of its runs; `rows` and `seconds` are those of this run, until the last answer. */
export type Loaded = {
  readonly counts: Counts;
  readonly rows: number;
  readonly seconds: number;
  readonly proof: Proof;
  /** Files of rejects, repeated rows and conflicts, as given. */
  readonly outputs: ReadonlyArray<string>;
  /** Files that were not read to their end. */
  readonly cutShort: ReadonlyArray<CutShort>;
  readonly conversions: ReadonlyArray<Conversion>;
  /** The rejected rows of this run by code. */
  readonly codes: ReadonlyMap<string, number>;
};

/** What was read is not what the source system says. */
export class ExpectationsDiffer extends Error {}

type LoadOptions = { readonly concurrency: number; readonly maxRejects: MaxRejects; readonly terminal: Terminal };

/**
 * Loads what a journal has not noted as done, and compares all of it with what is stored.
 *
 * @throws Stopped if the service cannot be asked any more; ExpectationsDiffer before anything is sent; OutputTaken; TooManyRejects; WriteFailed.
 */
export const load = async (
  open: OpenJournal,
  target: Target,
  { concurrency: max, maxRejects, terminal }: LoadOptions,
): Promise<Loaded> => {
  const { begun, journal, progress } = open;
  const { supplier, inputs: recorded, limit } = begun;
  const inputs = await recordedInputs(recorded);
  const concurrency = makeConcurrency(max);
  const observer = makeObserver(concurrency);
  let receipts: Receipts | null = null;
  try {
    const service = await reach(target, observer, terminal);
    receipts = openReceipts(open.file);
    const outbox = await openOutbox(open, inLoadOrder(inputs));
    const files = await readFiles(inputs, supplier, terminal, limit).catch((error) => {
      outbox.close();
      throw error;
    });
    const { store, cutShort } = files;
    const differing = expectationsIn(files.inputs, files.tallies).filter(({ agree }) => !agree);
    // With a limit, the rest of the files was not read.
    if (differing.length > 0 && limit === null && begun.despite_expectations !== true) {
      outbox.close();
      store.close();
      throw new ExpectationsDiffer(differingText(differing));
    }
    const work = { total: store.all(), before: rowsOf(open.counts) };
    const shown = makeProgress(terminal, work, { plainEveryMs: PLAIN_EVERY_MS });
    const codes = new Map<string, number>();
    let counts = open.counts;
    try {
      const startedAt = performance.now();
      await runLoad({
        files,
        limits: { maxItems: begun.max_items, maxBytes: begun.max_bytes },
        service,
        concurrency,
        journal,
        outbox,
        receipts,
        progress,
        newRequests: observer.newRequests,
        onStep: (done, rejected) => {
          counts = addCounts(counts, done);
          for (const { why } of rejected) codes.set(why.code, (codes.get(why.code) ?? 0) + 1);
          const rows = rowsOf(counts);
          shown.update({ rows, rejected: counts.rejected, done: rows, codes });
          checkRejects(maxRejects, counts, codes);
        },
      });
      shown.end();
      const seconds = (performance.now() - startedAt) / 1_000;
      outbox.check();
      if (!open.isFinished) journal.add({ event: 'finished' });
      for await (const { excluded } of doneSteps(open.file))
        for (const [file, line] of excluded) store.leaveOut({ file, line });
      const proof = await prove(service, files, terminal);
      const conversions = limit === null ? conversionsOf(files, true) : [];
      return {
        counts,
        rows: rowsOf(counts) - work.before,
        seconds,
        proof,
        outputs: outbox.files(),
        cutShort,
        codes,
        conversions,
      };
    } finally {
      outbox.close();
      store.close();
    }
  } finally {
    receipts?.close();
    journal.close();
  }
};
