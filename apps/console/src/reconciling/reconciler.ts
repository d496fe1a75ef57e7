import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type {
  JobEnd,
  ReconciliationJob,
  ReconciliationJobs,
} from '@carryover/adapters-persistence/reconciliation-jobs';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import { causeMessage } from '@carryover/settings/cause-message';
import type { DataSettings } from '@carryover/settings/data-settings';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';
import { orProblem } from '../web/or-problem.ts';
import { type JobFiles, SENT } from './job-files.ts';
import { runWorker } from './run-worker.ts';
import type { Work } from './worker-messages.ts';

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
