import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReconciliationJobs } from '@carryover/adapters-persistence/reconciliation-jobs';
import { identified, type NamedSupplier } from '@carryover/application/ports/administration';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { causeMessage } from '@carryover/settings/cause-message';
import { v7 as makeId } from 'uuid';
import { type JobFiles, SENT, safeName } from '../../reconciling/job-files.ts';
import type { Reconciler } from '../../reconciling/reconciler.ts';
import { actorOf, parameter, queryText } from '../../web/input.ts';
import { conflict, orProblem, Problem } from '../../web/problem.ts';
import { post, postFile, type Route, redirect } from '../../web/route.ts';
import { receiveUpload } from '../../web/upload.ts';
import { supplierWithin } from '../find-suppliers.ts';
import { jobPath, jobWithin } from './runs.ts';

/** The largest file of control totals: some ten million rows, more if it is compressed. */
const MAX_BYTES = 1_000_000_000;

export type StartingParts = {
  readonly operator: OperatorUseCases;
  readonly jobs: ReconciliationJobs;
  readonly files: JobFiles;
  readonly reconciler: Reconciler;
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

/** The routes that start a reconciliation: with a file that is sent, or once more with the file of an earlier run. */
export const startingRoutes = (parts: StartingParts): ReadonlyArray<Route> => {
  const { operator, jobs, files, reconciler } = parts;

  /** Starts a job once its file is in its folder. */
  const begin = async (supplier: NamedSupplier, by: string, receive: (folder: string) => Promise<string>) => {
    const [latest] = await orProblem(jobs.list(supplier.id, 1));
    if (latest?.end === null) throw isRunning();
    const id = makeId();
    try {
      const folder = await files.create(supplier.id, id).catch(cannotStore);
      const fileName = await receive(join(folder, SENT));
      if (!(await reconciler.start({ id, supplier, fileName, startedBy: by }))) throw isRunning();
    } catch (error) {
      await files.remove(supplier.id, id);
      throw error;
    }
    return redirect(jobPath(id));
  };

  return [
    postFile('/reconciliation', 'change', async (visit) => {
      const { request, scope, query } = visit;
      const name = {
        organisationName: queryText(query, 'organisation') ?? '',
        code: queryText(query, 'supplier') ?? '',
      };
      const supplier = await supplierWithin(operator.suppliers, scope, name);
      return begin(supplier, identified(actorOf(visit)), async (folder) => {
        const upload = await receiveUpload(request, MAX_BYTES);
        const fileName = safeName(upload.fileName);
        await copyFile(upload.path, join(folder, fileName)).catch(cannotStore).finally(upload.remove);
        return fileName;
      });
    }),
    post('/reconciliation/:id/again', 'change', async (visit) => {
      const { job, supplier } = await jobWithin(parts, visit.scope, parameter(visit, 'id'));
      if (job.end === null) throw isRunning();
      const sent = join(files.folderOf(supplier.id, job.id), SENT, job.fileName);
      return begin(supplier, identified(actorOf(visit)), async (folder) => {
        await rename(sent, join(folder, job.fileName)).catch(() => {
          throw conflict('The file of this run is no longer on this machine.', 'Send the control totals again.');
        });
        return job.fileName;
      });
    }),
  ];
};
