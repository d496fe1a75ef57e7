import { fork } from 'node:child_process';
import type { JobEnd } from '@carryover/adapters-persistence/reconciliation-jobs';
import type { ReconciliationProgress } from '@carryover/application/reconciliation/progress';
import { isFromWorker, type Work } from './worker-messages.ts';

/** The heap of `npm run operator`, so that a reconciliation of any size leaves the pages their memory. */
const LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=160'];
const WORKER = new URL('./worker.ts', import.meta.url);

/** A process that reconciles. */
type RunningWorker = {
  /** null until it has reported some. */
  readonly progress: () => ReconciliationProgress | null;
  /** Resolves once the process has ended, also if it could not be started. */
  readonly ended: Promise<JobEnd>;
  readonly interrupt: () => void;
};

/** Starts a process that reconciles, and reads its messages. */
export const runWorker = (work: Work): RunningWorker => {
  const worker = fork(WORKER, {
    execArgv: LIMITS,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = Promise.withResolvers<JobEnd>();
  let progress: ReconciliationProgress | null = null;
  let end: JobEnd = { outcome: 'failed', detail: 'The process that reconciled ended unexpectedly.' };
  worker.on('message', (message: unknown) => {
    if (!isFromWorker(message)) return;
    if (message.kind === 'progress') progress = message.progress;
    else if (message.kind === 'failed') end = { outcome: 'failed', detail: message.detail };
    else end = { outcome: 'finished', result: message.result };
  });
  // Its last message arrives before the end of the channel, which may follow that of the process.
  worker.once('disconnect', () => ended.resolve(end));
  worker.on('error', (error) => {
    // It was not started, and has no channel that ends.
    if (worker.pid === undefined) ended.resolve({ outcome: 'failed', detail: error.message });
  });
  worker.send(work);
  return {
    progress: () => progress,
    ended: ended.promise,
    interrupt: () => {
      if (end.outcome !== 'finished') end = { outcome: 'interrupted' };
      worker.kill('SIGKILL');
    },
  };
};
