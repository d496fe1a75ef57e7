import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type {
  JobEnd,
  ReconciliationJob,
  ReconciliationJobs,
} from '@carryover/adapters-persistence/reconciliation-jobs';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { ReconciliationProgress } from '@carryover/application/reconciliation/progress';
import { causeMessage } from '@carryover/settings/cause-message';
import type { DataSettings } from '@carryover/settings/data-settings';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';
import { orProblem } from '../web/problem.ts';
import { type JobFiles, SENT } from './job-files.ts';
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
const runWorker = (work: Work): RunningWorker => {
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

/** As often, a job says in the database that it still runs, and how far it is. */
const REPORTED_MS = 2_000;
type Start = {
  readonly id: string;
  readonly supplier: NamedSupplier;
  /** The name of the file in the folder {@link SENT}. */
  readonly fileName: string;
  readonly startedBy: string;
};

/** Runs reconciliations in processes beside the pages. */
export type Reconciler = {
  /** @returns false if another reconciliation of the supplier runs. */
  readonly start: (start: Start) => Promise<boolean>;
  /** Ends the jobs of a console of this machine that was killed. */
  readonly recover: () => Promise<void>;
  /** Interrupts what runs. */
  readonly stop: () => Promise<void>;
};

type Parts = {
  readonly jobs: ReconciliationJobs;
  readonly files: JobFiles;
  /** With the address of the database, also if it is the embedded one. */
  readonly settings: DataSettings;
  readonly evidenceKeyFile: string | null;
  readonly logger: Logger;
};

const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

export const makeReconciler = ({ jobs, files, settings, evidenceKeyFile, logger }: Parts): Reconciler => {
  /** Interrupts a job, and waits until its end is stored. */
  const running = new Map<string, () => Promise<void>>();

  const workOf = ({ id, supplier, fileName, startedBy }: Start): Work => {
    const { code, organisationName } = supplier;
    const folder = files.folderOf(supplier.id, id);
    const controlTotals = join(folder, SENT, fileName);
    const supplierName = { code, organisationName };
    return { settings, supplier: supplierName, folder, controlTotals, evidenceKeyFile, madeBy: startedBy };
  };

  const conclude = async ({ id, supplier }: Start, { controlTotals }: Work, end: JobEnd): Promise<void> => {
    if (end.outcome === 'failed') logger.error({ id, detail: end.detail }, 'a reconciliation failed');
    await orProblem(jobs.end(id, end));
    if (end.outcome === 'finished') await rm(controlTotals, { force: true });
    await files.prune(supplier.id);
  };

  const run = (start: Start): void => {
    const { id } = start;
    const work = workOf(start);
    const worker = runWorker(work);
    const beat = setInterval(async () => {
      const isOurs = await jobs.report(id, worker.progress())();
      // Another console took it for interrupted.
      if (E.isRight(isOurs) && !isOurs.right) worker.interrupt();
    }, REPORTED_MS);
    const finish = async (): Promise<void> => {
      const end = await worker.ended;
      clearInterval(beat);
      await conclude(start, work, end).catch((error: unknown) => {
        logger.error({ id, error: causeMessage(error) }, 'the end of a reconciliation could not be stored');
      });
      running.delete(id);
    };
    const finished = finish();
    running.set(id, async () => {
      worker.interrupt();
      await finished;
    });
  };

  return {
    start: async (start) => {
      const { id, supplier, fileName, startedBy } = start;
      const job = { id, supplierId: supplier.id, startedBy, host: hostname(), processId: process.pid, fileName };
      const isStarted = await orProblem(jobs.start(job));
      if (isStarted) run(start);
      return isStarted;
    },
    recover: async () => {
      const isDead = ({ processId }: ReconciliationJob) => processId === process.pid || !isAlive(processId);
      for (const job of (await orProblem(jobs.runningOn(hostname()))).filter(isDead))
        await orProblem(jobs.end(job.id, { outcome: 'interrupted' }));
    },
    stop: async () => {
      await Promise.all([...running.values()].map((stop) => stop()));
    },
  };
};
