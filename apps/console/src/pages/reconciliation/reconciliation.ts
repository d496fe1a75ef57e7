import type { NamedSupplier } from '@carryover/application/ports/administration';
import { DIFFERENCE_CAUSES } from '@carryover/domain/total-comparison';
import { DOWNLOADS, downloadPath, isDownloadName, streamFile } from '../../reconciling/job-files.ts';
import { address } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { parameter, queryText } from '../../web/input.ts';
import { notFound, orProblem } from '../../web/problem.ts';
import { type Answer, get, type PageGroup, page, redirect, type Visit } from '../../web/route.ts';
import { suppliersWithin, supplierWithin } from '../find-suppliers.ts';
import { progressEvents, progressOf } from './progress.ts';
import { causeOf, downloadsOf, readDifferences, readResult, showFigure } from './result.ts';
import { differingOf, jobPath, jobWithin, runsOf, stateOf } from './runs.ts';
import { type StartingParts, startingRoutes } from './starting.ts';

const RUNS_SHOWN = 50;

export type ReconciliationParts = StartingParts & {
  /** EVIDENCE_KEY_FILE is set. */
  readonly hasKey: boolean;
};

const supplierPath = ({ organisationName, code }: NamedSupplier): string =>
  address('/reconciliation', { organisation: organisationName, supplier: code });

/** `/reconciliation`: compares what is stored with control totals, shows the differences, and hands out the evidence. */
export const reconciliationPages = (parts: ReconciliationParts): PageGroup => {
  const { operator, jobs, files, hasKey } = parts;

  const supplierPage = async (supplier: NamedSupplier, visit: Visit): Promise<Answer> => {
    const { may, scope } = visit;
    const [suppliers, own, recorded] = await Promise.all([
      suppliersWithin(operator.suppliers, scope),
      orProblem(jobs.list(supplier.id, RUNS_SHOWN)),
      orProblem(operator.reconciliations.list(supplier, RUNS_SHOWN)),
    ]);
    return page(
      `Reconciliation of ${supplier.code}`,
      'pages/reconciliation/supplier',
      {
        supplier,
        hasOthers: suppliers.length > 1,
        action: supplierPath(supplier),
        mayStart: may('change', supplier.organisationName),
        running: own.find(({ end }) => end === null) ?? null,
        runs: runsOf(own, recorded),
        hasKey,
        jobPath,
      },
      ofSupplier(visit, supplier, 'reconciliation'),
    );
  };

  const jobPage = async (visit: Visit): Promise<Answer> => {
    const { scope, may, query } = visit;
    const { job, supplier } = await jobWithin(parts, scope, parameter(visit, 'id'));
    const folder = files.folderOf(supplier.id, job.id);
    const result = job.end?.outcome === 'finished' ? await readResult(folder) : null;
    const byCause = job.end?.outcome === 'finished' ? job.end.result.byCause : null;
    const cause = byCause === null ? null : causeOf(query.get('cause'), byCause);
    const mayRead = may('records', supplier.organisationName);
    return page(
      `Reconciliation of ${supplier.code}`,
      'pages/reconciliation/job',
      {
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
        showFigure,
      },
      ofSupplier(visit, supplier, 'reconciliation', { title: 'Reconciliation', path: supplierPath(supplier) }),
    );
  };

  return {
    navigation: { title: 'Reconciliation', path: '/reconciliation', access: 'figures' },
    routes: [
      ...startingRoutes(parts),
      get('/reconciliation', 'figures', async (visit) => {
        const organisationName = queryText(visit.query, 'organisation');
        const code = queryText(visit.query, 'supplier');
        if (organisationName !== null && code !== null) {
          const supplier = await supplierWithin(operator.suppliers, visit.scope, { organisationName, code });
          return supplierPage(supplier, visit);
        }
        const suppliers = await suppliersWithin(operator.suppliers, visit.scope);
        if (suppliers.length === 1) return redirect(supplierPath(suppliers[0]!));
        return page('Reconciliation', 'pages/reconciliation/choose', {
          suppliers,
          supplierPath,
          isLimited: visit.scope !== null,
        });
      }),
      get('/reconciliation/:id', 'figures', jobPage),
      get('/reconciliation/:id/progress', 'figures', async (visit) => {
        const { job } = await jobWithin(parts, visit.scope, parameter(visit, 'id'));
        return { kind: 'events', events: (signal) => progressEvents(jobs, job.id, signal) };
      }),
      get('/reconciliation/:id/files/:name', 'records', async (visit) => {
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
      }),
    ],
  };
};
