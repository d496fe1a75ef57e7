import { basename } from 'node:path';
import type { JobProgress, JobResult } from '@carryover/adapters-persistence/console-jobs';
import { connect, type OperatorUseCases } from '@carryover/operations/connect';
import { describeFailure, type Failure } from '@carryover/operations/failure';
import { causeMessage } from '@carryover/settings/cause-message';
import { databasePlace } from '@carryover/settings/data-settings';
import * as E from 'fp-ts/lib/Either.js';
import { reconcile } from './reconcile.ts';
import { undoImports } from './undo-imports.ts';
import { verifyStorage } from './verify-storage.ts';
import type { FromWorker, Work } from './worker-messages.ts';

/** Progress is told at most this often. */
const TOLD_EVERY_MS = 250;

const tell = (message: FromWorker): void => {
  process.send?.(message);
};

const makeTeller = () => {
  let toldAt = Number.NEGATIVE_INFINITY;
  let step: string | null = null;
  return (progress: JobProgress): void => {
    const now = performance.now();
    const next = 'step' in progress ? progress.step : null;
    if (next === step && now - toldAt < TOLD_EVERY_MS) return;
    [toldAt, step] = [now, next];
    tell({ kind: 'progress', progress });
  };
};

/** Names a file as the person knows it, and not by its path on this machine. */
const toDetail = (failure: Failure, { settings }: Work): string =>
  describeFailure('file' in failure ? { ...failure, file: basename(failure.file) } : failure, databasePlace(settings));

const doWork = (
  useCases: OperatorUseCases,
  work: Work,
  onProgress: (progress: JobProgress) => void,
): Promise<E.Either<Failure, JobResult>> => {
  switch (work.kind) {
    case 'reconciliation':
      return reconcile(useCases, work, onProgress);
    case 'storage_check':
      return verifyStorage(useCases, work, onProgress);
    case 'undo':
      return undoImports(useCases, work, onProgress);
  }
};

/** Does one work beside the console's pages, which answer meanwhile. */
const run = async (work: Work): Promise<FromWorker> => {
  try {
    const { useCases, close } = await connect(work.settings);
    try {
      const onProgress = makeTeller();
      const done = await doWork(useCases, work, onProgress);
      if (E.isLeft(done)) return { kind: 'failed', detail: toDetail(done.left, work) };
      return { kind: 'finished', result: done.right };
    } finally {
      await close();
    }
  } catch (error) {
    return { kind: 'failed', detail: causeMessage(error) };
  }
};

// The console has ended, also if it was killed, or has the result.
process.once('disconnect', () => process.exit());
// A terminal's Ctrl-C reaches both: the console then stops this process.
process.on('SIGINT', () => undefined);
process.once('message', async (work: Work) => {
  process.send?.(await run(work), () => process.disconnect());
});
