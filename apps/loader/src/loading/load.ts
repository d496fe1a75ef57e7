import { makeProgress, type Terminal } from '@carryover/terminal/progress';
import { PLAIN_EVERY_MS } from '../command.ts';
import type { OpenJournal } from '../journal/open-journal.ts';
import { addCounts, type Counts } from '../journal/read-journal.ts';
import { expectedByJournal, ownByJournal } from '../proof/own-rows.ts';
import { type Proof, prove } from '../proof/prove.ts';
import { makeConcurrency } from './concurrency.ts';
import { filesOf } from './load-inputs.ts';
import { makeObserver } from './observer.ts';
import { openOutbox } from './outbox.ts';
import { runLoad } from './run.ts';
import { connect, type Target } from './service/service.ts';

/** The result of a load over all of its runs; `seconds` are those of this run, until the last answer. */
export type Loaded = {
  readonly counts: Counts;
  readonly seconds: number;
  readonly proof: Proof;
  /** Files of rejects and conflicts, as given. */
  readonly outputs: ReadonlyArray<string>;
  /** Files that were not read to their end. */
  readonly cutShort: ReadonlyArray<string>;
  /** The rejected rows of this run by code. */
  readonly codes: ReadonlyMap<string, number>;
};

/**
 * Loads what a journal has not noted as done, and compares all of it with what is stored.
 *
 * @throws Stopped if the service cannot be asked any more; OutboxDamaged.
 */
export const load = async (
  open: OpenJournal,
  target: Target,
  { concurrency: max, terminal }: { readonly concurrency: number; readonly terminal: Terminal },
): Promise<Loaded> => {
  const { begun, journal, progress } = open;
  const { supplier, inputs } = begun;
  const concurrency = makeConcurrency(max);
  const observer = makeObserver(concurrency);
  const service = connect(target, observer);
  await service.probe();
  const outbox = openOutbox(
    inputs.map(({ file }) => file),
    open.sizes,
  );
  const files = filesOf(inputs, supplier, { maxItems: begun.max_items, maxBytes: begun.max_bytes });
  const isPlain = inputs.every(({ file }) => !/\.(?:gz|zst)$/i.test(file));
  const shown = makeProgress(terminal, isPlain ? inputs.reduce((sum, { bytes }) => sum + bytes, 0) : null, {
    plainEveryMs: PLAIN_EVERY_MS,
  });
  const codes = new Map<string, number>();
  const cutShort: string[] = [];
  let counts = open.counts;
  let bytes = 0;
  const startedAt = performance.now();
  try {
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
        const { accepted, already_existed: existed, rejected: refused, conflicts } = counts;
        shown.update({ rows: accepted + existed + refused + conflicts, rejected: refused, bytes, codes });
      },
    });
    shown.end();
    const seconds = (performance.now() - startedAt) / 1_000;
    if (!open.isFinished) journal.add({ event: 'finished' });
    const proof = await prove(service, expectedByJournal(open.file), () => ownByJournal(open.file, files), terminal);
    return { counts, seconds, proof, outputs: outbox.files(), cutShort, codes };
  } finally {
    outbox.close();
    journal.close();
  }
};
