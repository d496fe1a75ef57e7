import { makeProgress, type Terminal } from '@carryover/terminal/progress';
import { PLAIN_EVERY_MS } from '../command.ts';
import type { OpenJournal } from '../journal/open-journal.ts';
import { addCounts, type Counts, rowsOf } from '../journal/read-journal.ts';
import type { OwnRows } from '../own/own-rows.ts';
import { namesOf, readOwnRows, withoutRepeats } from '../own/read-own-rows.ts';
import { findRepeats } from '../own/repeats.ts';
import { excludedByJournal, expectedByJournal } from '../proof/own-accounts.ts';
import { type Proof, prove } from '../proof/prove.ts';
import { makeConcurrency } from './concurrency.ts';
import { limited } from './limited.ts';
import { filesOf } from './load-inputs.ts';
import { checkRejects, type MaxRejects } from './max-rejects.ts';
import { makeObserver } from './observer.ts';
import { openOutbox } from './outbox.ts';
import { runLoad } from './run.ts';
import { reach, type Target } from './service/service.ts';

/** The result of a load over all of its runs; `seconds` are those of this run, until the last answer. */
export type Loaded = {
  readonly counts: Counts;
  readonly seconds: number;
  readonly proof: Proof;
  /** Files of rejects, repeated rows and conflicts, as given. */
  readonly outputs: ReadonlyArray<string>;
  /** Files that were not read to their end. */
  readonly cutShort: ReadonlyArray<string>;
  /** The rejected rows of this run by code. */
  readonly codes: ReadonlyMap<string, number>;
};

/**
 * Loads what a journal has not noted as done, and compares all of it with what is stored.
 *
 * @throws Stopped if the service cannot be asked any more; OutputTaken; TooManyRejects.
 */
export const load = async (
  open: OpenJournal,
  target: Target,
  {
    concurrency: max,
    maxRejects,
    terminal,
  }: { readonly concurrency: number; readonly maxRejects: MaxRejects; readonly terminal: Terminal },
): Promise<Loaded> => {
  const { begun, journal, progress } = open;
  const { supplier, inputs } = begun;
  const concurrency = makeConcurrency(max);
  const observer = makeObserver(concurrency);
  const service = await reach(target, observer, terminal);
  const outbox = await openOutbox(open);
  const found = filesOf(inputs, supplier, { maxItems: begun.max_items, maxBytes: begun.max_bytes });
  const allFiles = begun.limit === null ? found : limited(found, begun.limit);
  const isPlain = inputs.every(({ file }) => !/\.(?:gz|zst)$/i.test(file));
  const shown = makeProgress(terminal, isPlain ? inputs.reduce((sum, { bytes }) => sum + bytes, 0) : null, {
    plainEveryMs: PLAIN_EVERY_MS,
  });
  const codes = new Map<string, number>();
  const cutShort: string[] = [];
  let counts = open.counts;
  let bytes = 0;
  let rows: OwnRows | null = null;
  try {
    rows = await readOwnRows(allFiles, terminal);
    const files = withoutRepeats(allFiles, findRepeats(rows));
    const startedAt = performance.now();
    await runLoad({
      ...files,
      service,
      concurrency,
      journal,
      outbox,
      progress,
      newRequests: observer.newRequests,
      onCutShort: (file) => cutShort.push(file),
      onStep: (step, done, rejected) => {
        bytes += step;
        if (done !== null) counts = addCounts(counts, done);
        for (const { reason } of rejected) codes.set(reason.code, (codes.get(reason.code) ?? 0) + 1);
        shown.update({ rows: rowsOf(counts), rejected: counts.rejected, bytes, codes });
        if (done !== null) checkRejects(maxRejects, counts, codes);
      },
    });
    shown.end();
    const seconds = (performance.now() - startedAt) / 1_000;
    outbox.check();
    if (!open.isFinished) journal.add({ event: 'finished' });
    const excluded = await excludedByJournal(open.file, files);
    const proof = await prove(
      service,
      expectedByJournal(open.file),
      { names: namesOf(files), rows, isExcluded: (place) => excluded.has(place) },
      terminal,
    );
    return { counts, seconds, proof, outputs: outbox.files(), cutShort, codes };
  } finally {
    rows?.close();
    outbox.close();
    journal.close();
  }
};
