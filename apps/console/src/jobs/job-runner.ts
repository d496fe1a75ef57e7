import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ConsoleJobs, JobEnd, JobProgress, JobTask, UndoTask } from '@carryover/adapters-persistence/console-jobs';
import type { Actor, NamedSupplier } from '@carryover/application/ports/administration';
import { causeMessage } from '@carryover/settings/cause-message';
import type { DataSettings } from '@carryover/settings/data-settings';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';
import { isAlive } from '../is-alive.ts';
import { orProblem } from '../web/problem.ts';
import { type AllJobFiles, SENT } from './job-files.ts';
import { keepTrying } from './keep-trying.ts';
import { isFromWorker, type Work } from './worker-messages.ts';

/** The heap of `npm run operator`, so that a job of any size leaves the pages their memory. */
const LIMITS = ['--max-semi-space-size=4', '--max-old-space-size=160'];
const WORKER = new URL('./worker.ts', import.meta.url);

/** A process that does one job. */
type RunningWorker = {
  /** null until it has reported some. */
  readonly progress: () => JobProgress | null;
  /** Resolves once the process has ended, also if it could not be started. */
  readonly ended: Promise<JobEnd>;
  readonly interrupt: () => void;
};

/** Starts a process for a job, and reads its messages. */
const runWorker = (work: Work): RunningWorker => {
  const worker = fork(WORKER, {
    execArgv: LIMITS,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = Promise.withResolvers<JobEnd>();
  let progress: JobProgress | null = null;
  let end: JobEnd = { outcome: 'failed', detail: 'The process that did it ended unexpectedly.' };
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
/** The end of a job is stored again as often if the database fails, for five minutes: it may be the result of hours. */
const END_TRIES = 150;
/** What is to be done: a file is in the folder {@link SENT} of the job, an account is named by both of its numbers. */
type StartedTask =
  | { readonly file: string }
  | { readonly set: string }
  | { readonly account: { readonly serviceNumber: string; readonly externalNumber: string } | null }
  | { readonly undo: UndoTask; readonly actor: Actor };

type Start = {
  readonly id: string;
  readonly supplier: NamedSupplier;
  readonly task: StartedTask;
  readonly startedBy: string;
};

/** Runs reconciliations, checks of the storage and undos in processes beside the pages. */
export type JobRunner = {
  /** @returns false if another job of the kind runs for the supplier. */
  readonly start: (start: Start) => Promise<boolean>;
  /** Ends the jobs of a console of this machine that was killed. */
  readonly recover: () => Promise<void>;
  /** Interrupts what runs. */
  readonly stop: () => Promise<void>;
};

type Parts = {
  readonly jobs: ConsoleJobs;
  readonly files: AllJobFiles;
  /** With the address of the database, also if it is the embedded one. */
  readonly settings: DataSettings;
  readonly evidenceKeyFile: string | null;
  readonly timeStampUrl: string | null;
  readonly logger: Logger;
};

/** The task as the database keeps it. */
const taskOf = (started: StartedTask): JobTask => {
  if ('undo' in started) return started.undo;
  return 'account' in started ? { account: started.account?.serviceNumber ?? null } : started;
};

export const makeJobRunner = ({ jobs, files, settings, evidenceKeyFile, timeStampUrl, logger }: Parts): JobRunner => {
  /** Interrupts a job, and waits until its end is stored. */
  const running = new Map<string, () => Promise<void>>();
  let isStopping = false;

  const filesFor = (task: StartedTask) =>
    'undo' in task ? files.undos : files['account' in task ? 'storage-checks' : 'reconciliations'];

  const workOf = ({ id, supplier, task, startedBy }: Start): Work => {
    const { code, organisationName } = supplier;
    const folder = filesFor(task).folderOf(supplier.id, id);
    const common = { settings, supplier: { code, organisationName }, folder, madeBy: startedBy };
    if ('undo' in task) return { kind: 'undo', ...common, task: task.undo, actor: task.actor };
    if ('account' in task) {
      const account = task.account?.externalNumber ?? null;
      return { kind: 'storage_check', ...common, account };
    }
    const controlTotals = 'file' in task ? { file: join(folder, SENT, task.file) } : task;
    return { kind: 'reconciliation', ...common, controlTotals, evidenceKeyFile, timeStampUrl };
  };

  const conclude = async ({ id, supplier, task }: Start, work: Work, end: JobEnd): Promise<void> => {
    if (end.outcome === 'failed') logger.error({ id, kind: work.kind, detail: end.detail }, 'a job failed');
    const limits = { tries: END_TRIES, restMs: REPORTED_MS, isOver: () => isStopping };
    await orProblem(() => keepTrying(jobs.end(id, end), limits));
    if (end.outcome === 'finished' && work.kind === 'reconciliation' && 'file' in work.controlTotals)
      await rm(work.controlTotals.file, { force: true });
    // Many checks of single accounts may end while one of all accounts runs.
    const others = await orProblem(jobs.runningOn(hostname()));
    await filesFor(task).prune(supplier.id, new Set(others.map((other) => other.id)));
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
      // Until its end is stored, no other console takes it for interrupted.
      await conclude(start, work, end).catch((error: unknown) => {
        logger.error({ id, error: causeMessage(error) }, 'the end of a job could not be stored');
      });
      clearInterval(beat);
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
      const { id, supplier, task: started, startedBy } = start;
      const task = taskOf(started);
      const job = { id, supplierId: supplier.id, task, startedBy, host: hostname(), processId: process.pid };
      const isStarted = await orProblem(jobs.start(job));
      if (isStarted) run(start);
      return isStarted;
    },
    recover: async () => {
      const isDead = ({ processId }: { readonly processId: number }) =>
        processId === process.pid || !isAlive(processId);
      for (const job of (await orProblem(jobs.runningOn(hostname()))).filter(isDead))
        await orProblem(jobs.end(job.id, { outcome: 'interrupted' }));
    },
    stop: async () => {
      isStopping = true;
      await Promise.all([...running.values()].map((stop) => stop()));
    },
  };
};
