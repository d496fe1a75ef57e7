import { constants, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleJobs, ReconciliationTask } from '@carryover/adapters-persistence/console-jobs';
import { identified, type NamedSupplier } from '@carryover/application/ports/administration';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { causeMessage } from '@carryover/settings/cause-message';
import type { Request } from 'express';
import { v7 as makeId } from 'uuid';
import { type AllJobFiles, SENT, safeName } from '../../jobs/job-files.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { actorOf, field, parameter, queryText } from '../../web/input.ts';
import { conflict, orProblem, Problem } from '../../web/problem.ts';
import { post, postFile, type Route, redirect } from '../../web/route.ts';
import { receiveUpload } from '../../web/upload.ts';
import { supplierWithin, theSupplier } from '../find-suppliers.ts';
import { jobPath, jobWithin } from './runs.ts';

/** The largest file of control totals: some ten million rows, more if it is compressed. */
const MAX_BYTES = 1_000_000_000;
const receive = (request: Request) => receiveUpload(request, MAX_BYTES);

export type StartingParts = {
  readonly operator: OperatorUseCases;
  readonly jobs: ConsoleJobs;
  readonly files: AllJobFiles;
  readonly runner: JobRunner;
};

const cannotStore = (error: unknown): never => {
  throw new Problem(
    500,
    'The file cannot be stored',
    `The console cannot write to DATA_DIR: ${causeMessage(error)}`,
    'Give the console a DATA_DIR that its user may write to, with some space.',
  );
};

const isRunning = (): Error =>
  conflict(
    'A reconciliation of this supplier already runs. Each supplier has one at a time.',
    'Wait until it has ended, and look at its result.',
  );

const isGone = (): Error =>
  conflict('The file of this run is no longer on this machine.', 'Send the control totals again.');

/** The routes that start a reconciliation: with a file that is sent, with a set that the client registered, or once more as an earlier run. */
export const startingRoutes = (parts: StartingParts): ReadonlyArray<Route> => {
  const {
    operator,
    jobs,
    files: { reconciliations: files },
    runner,
  } = parts;

  /** Starts a job once its file is in its folder. */
  const begin = async (
    supplier: NamedSupplier,
    by: string,
    receive: (folder: string) => Promise<ReconciliationTask>,
  ) => {
    const [latest] = await orProblem(jobs.reconciliations.list(supplier.id, 1));
    if (latest?.end === null) throw isRunning();
    const id = makeId();
    try {
      const folder = await files.create(supplier.id, id).catch(cannotStore);
      const task = await receive(join(folder, SENT));
      if (!(await runner.start({ id, supplier, task, startedBy: by }))) throw isRunning();
    } catch (error) {
      await files.remove(supplier.id, id);
      throw error;
    }
    return redirect(jobPath(id));
  };

  return [
    postFile('/reconciliation', 'change', receive, async (visit, upload) => {
      const { scope, query } = visit;
      const name = {
        organisationName: queryText(query, 'organisation') ?? '',
        code: queryText(query, 'supplier') ?? '',
      };
      const supplier = await supplierWithin(operator.suppliers, scope, name);
      return begin(supplier, identified(actorOf(visit)), async (folder) => {
        const fileName = safeName(upload.fileName);
        await copyFile(upload.path, join(folder, fileName)).catch(cannotStore).finally(upload.remove);
        return { file: fileName };
      });
    }),
    post('/suppliers/:organisation/:code/proof/reconciliation', 'change', async (visit) => {
      const supplier = await theSupplier(operator.suppliers, visit);
      const set = field(visit, 'set');
      const registered = await orProblem(operator.registeredTotals.find(supplier, set === '' ? null : set));
      if (registered === null)
        throw conflict(
          set === ''
            ? 'The client has not completed a set of control totals.'
            : 'The client has no complete set of this name.',
          'Ask the client to register its control totals: carryover totals register.',
        );
      return begin(supplier, identified(actorOf(visit)), async () => ({ set: registered.name }));
    }),
    post('/reconciliation/:id/again', 'change', async (visit) => {
      const { job, supplier } = await jobWithin(parts, visit.scope, parameter(visit, 'id'));
      if (job.end === null) throw isRunning();
      const { task } = job;
      const by = identified(actorOf(visit));
      if ('set' in task) return begin(supplier, by, async () => task);
      const sent = join(files.folderOf(supplier.id, job.id), SENT, task.file);
      const started = await begin(supplier, by, async (folder) => {
        // Not moved: if the run cannot be started, the file is here for another try.
        await copyFile(sent, join(folder, task.file), constants.COPYFILE_FICLONE).catch((error) => {
          if (error.code === 'ENOENT') throw isGone();
          return cannotStore(error);
        });
        return task;
      });
      await rm(sent, { force: true });
      return started;
    }),
  ];
};
