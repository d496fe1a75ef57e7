import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReconciliationJobs } from '@carryover/application/ports/console/reconciliation-jobs';
import type { NamedSupplier } from '@carryover/application/ports/operator/administration';
import { DIFFERENCE_CAUSES } from '@carryover/domain/proof/difference-cause';
import type { OperatorUseCases } from '@carryover/operator/connect';
import { causeMessage } from '@carryover/settings/cause-message';
import { v7 as makeId } from 'uuid';
import {
  DOWNLOADS,
  downloadPath,
  isDownloadName,
  type JobFiles,
  SENT,
  safeName,
  streamFile,
} from '../../reconciling/job-files.ts';
import type { Reconciler } from '../../reconciling/reconciler.ts';
import { address } from '../../view/address.ts';
import { type Answer, page, redirect } from '../../web/answer.ts';
import { orProblem, parameter } from '../../web/parameter.ts';
import { conflict, notFound, Problem } from '../../web/problem.ts';
import type { PageGroup, Visit } from '../../web/route.ts';
import { receiveUpload } from '../../web/upload.ts';
import { jobWithin, suppliersWithin, supplierWithin } from './jobs.ts';
import { progressEvents, progressOf } from './progress.ts';
import { causeOf, downloadsOf, readDifferences, readResult } from './result.ts';
import { differingOf, jobPath, runsOf, stateOf } from './runs.ts';

/** The largest file of control totals: some ten million rows, more if it is compressed. */
const MAX_BYTES = 1_000_000_000;
const RUNS_SHOWN = 50;

export type ReconciliationParts = {
  readonly operator: OperatorUseCases;
  readonly jobs: ReconciliationJobs;
  readonly files: JobFiles;
  readonly reconciler: Reconciler;
  /** EVIDENCE_KEY_FILE is set. */
  readonly hasKey: boolean;
};

const supplierPath = ({ organisationName, code }: NamedSupplier): string =>
  address('/reconciliation', { organisation: organisationName, supplier: code });

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

/** `/reconciliation`: compares what is stored with control totals, shows the differences, and hands out the evidence. */
export const reconciliationPages = (parts: ReconciliationParts): PageGroup => {
  const { operator, jobs, files, reconciler, hasKey } = parts;

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

  const supplierPage = async (supplier: NamedSupplier, { may, scope }: Visit): Promise<Answer> => {
    const [suppliers, own, recorded] = await Promise.all([
      suppliersWithin(parts, scope),
      orProblem(jobs.list(supplier.id, RUNS_SHOWN)),
      orProblem(operator.reconciliations.list(supplier, RUNS_SHOWN)),
    ]);
    return page(`Reconciliation of ${supplier.code}`, 'pages/reconciliation/supplier', {
      supplier,
      hasOthers: suppliers.length > 1,
      action: supplierPath(supplier),
      mayStart: may('change', supplier.organisationName),
      running: own.find(({ end }) => end === null) ?? null,
      runs: runsOf(own, recorded),
      hasKey,
      jobPath,
    });
  };

  const jobPage = async (visit: Visit): Promise<Answer> => {
    const { scope, may, query } = visit;
    const { job, supplier } = await jobWithin(parts, scope, parameter(visit, 'id'));
    const folder = files.folderOf(supplier.id, job.id);
    const result = job.end?.outcome === 'finished' ? await readResult(folder) : null;
    const byCause = job.end?.outcome === 'finished' ? job.end.result.byCause : null;
    const cause = byCause === null ? null : causeOf(query.get('cause'), byCause);
    const mayRead = may('records', supplier.organisationName);
    return page(`Reconciliation of ${supplier.code}`, 'pages/reconciliation/job', {
      job,
      supplier,
      back: supplierPath(supplier),
      path: jobPath(job.id),
      state: stateOf(job),
      progress: progressOf(job),
      differing: differingOf(job),
      result,
      causes: DIFFERENCE_CAUSES.map((one) => ({ cause: one, count: byCause?.[one] ?? 0, isShown: one === cause })),
      differences: result === null || cause === null ? null : await readDifferences(folder, cause, query.get('page')),
      cause,
      mayStart: may('change', supplier.organisationName),
      mayOpenAccounts: may('accounts', supplier.organisationName),
      mayRead,
      downloads: mayRead && result !== null ? await downloadsOf(folder) : [],
      hasKey,
      address,
    });
  };

  return {
    navigation: { title: 'Reconciliation', path: '/reconciliation', access: 'figures' },
    routes: [
      {
        method: 'GET',
        path: '/reconciliation',
        access: 'figures',
        handle: async (visit) => {
          const [organisation, code] = [visit.query.get('organisation'), visit.query.get('supplier')];
          if (organisation !== null && code !== null)
            return supplierPage(await supplierWithin(parts, visit.scope, { organisation, code }), visit);
          const suppliers = await suppliersWithin(parts, visit.scope);
          if (suppliers.length === 1) return redirect(supplierPath(suppliers[0]!));
          return page('Reconciliation', 'pages/reconciliation/choose', {
            suppliers,
            supplierPath,
            isLimited: visit.scope !== null,
          });
        },
      },
      {
        method: 'POST',
        path: '/reconciliation',
        access: 'change',
        isUpload: true,
        handle: async ({ request, scope, query, person }) => {
          const name = { organisation: query.get('organisation') ?? '', code: query.get('supplier') ?? '' };
          const supplier = await supplierWithin(parts, scope, name);
          return begin(supplier, person.name, async (folder) => {
            const upload = await receiveUpload(request, MAX_BYTES);
            const fileName = safeName(upload.fileName);
            await copyFile(upload.path, join(folder, fileName)).catch(cannotStore).finally(upload.remove);
            return fileName;
          });
        },
      },
      { method: 'GET', path: '/reconciliation/:id', access: 'figures', handle: jobPage },
      {
        method: 'GET',
        path: '/reconciliation/:id/progress',
        access: 'figures',
        handle: async (visit) => {
          const { job } = await jobWithin(parts, visit.scope, parameter(visit, 'id'));
          return { kind: 'events', events: (signal) => progressEvents(jobs, job.id, signal) };
        },
      },
      {
        method: 'POST',
        path: '/reconciliation/:id/again',
        access: 'change',
        handle: async (visit) => {
          const { job, supplier } = await jobWithin(parts, visit.scope, parameter(visit, 'id'));
          if (job.end === null) throw isRunning();
          const sent = join(files.folderOf(supplier.id, job.id), SENT, job.fileName);
          return begin(supplier, visit.person.name, async (folder) => {
            await rename(sent, join(folder, job.fileName)).catch(() => {
              throw conflict('The file of this run is no longer on this machine.', 'Send the control totals again.');
            });
            return job.fileName;
          });
        },
      },
      {
        method: 'GET',
        path: '/reconciliation/:id/files/:name',
        access: 'records',
        handle: async (visit) => {
          const { job, supplier } = await jobWithin(parts, visit.scope, parameter(visit, 'id'));
          const name = parameter(visit, 'name');
          const path = isDownloadName(name) ? await downloadPath(files.folderOf(supplier.id, job.id), name) : null;
          if (!isDownloadName(name) || path === null) throw notFound();
          const day = job.startedAt.toISOString().slice(0, 10);
          const saved = name === 'unread-rows' ? path.slice(path.lastIndexOf('/') + 1) : name;
          return {
            kind: 'download',
            fileName: `${supplier.code}-${day}-${saved}`,
            contentType: DOWNLOADS[name],
            bytes: streamFile(path),
          };
        },
      },
    ],
  };
};
