import type { ReconciliationJob } from '@carryover/adapters-persistence/console-jobs';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import { DOWNLOADS, downloadPath, isDownloadName, streamFile } from '../../jobs/job-files.ts';
import { address, proofPath } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { render } from '../../view/render.ts';
import { parameter, queryText } from '../../web/input.ts';
import { notFound, orProblem } from '../../web/problem.ts';
import { type Answer, get, type PageGroup, page, redirect, type Visit } from '../../web/route.ts';
import { suppliersWithin, supplierWithin } from '../find-suppliers.ts';
import { differencesOf, noteRoute } from './differences.ts';
import { progressEvents, progressOf } from './progress.ts';
import { downloadsOf, readResult, showFigure } from './result.ts';
import { againstOf, differingOf, jobPath, jobWithin, runsOf, stateOf } from './runs.ts';
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
  const {
    operator,
    jobs,
    files: { reconciliations: files },
    hasKey,
  } = parts;

  const supplierPage = async (supplier: NamedSupplier, visit: Visit): Promise<Answer> => {
    const { may, scope } = visit;
    const [suppliers, own, recorded, registered] = await Promise.all([
      suppliersWithin(operator.suppliers, scope),
      orProblem(jobs.reconciliations.list(supplier.id, RUNS_SHOWN)),
      orProblem(operator.reconciliations.list(supplier, RUNS_SHOWN)),
      orProblem(operator.registeredTotals.find(supplier, null)),
    ]);
    return page(
      `Reconciliation of ${supplier.code}`,
      'pages/reconciliation/supplier',
      {
        supplier,
        hasOthers: suppliers.length > 1,
        action: supplierPath(supplier),
        registered,
        proofPath: proofPath(supplier),
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
    const { scope, may } = visit;
    const { job, supplier } = await jobWithin(parts, scope, parameter(visit, 'id'));
    const folder = files.folderOf(supplier.id, job.id);
    const result = job.end?.outcome === 'finished' ? await readResult(folder) : null;
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
        against: againstOf(job),
        differences: result === null ? null : await differencesOf(parts, visit, { job, supplier }, jobPath(job.id)),
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
      noteRoute(parts),
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
          setUp: visit.may('change') ? { title: 'To the set-up', path: '/set-up' } : null,
        });
      }),
      get('/reconciliation/:id', 'figures', jobPage),
      get('/reconciliation/:id/progress', 'figures', async (visit) => {
        const { job } = await jobWithin(parts, visit.scope, parameter(visit, 'id'));
        const find = () => orProblem(jobs.reconciliations.find(job.id));
        const show = (now: ReconciliationJob) => render('pages/reconciliation/progress', progressOf(now));
        return { kind: 'events', events: (signal) => progressEvents(find, show, signal) };
      }),
      get('/reconciliation/:id/files/:name', 'records', async (visit) => {
        const { job, supplier } = await jobWithin(parts, visit.scope, parameter(visit, 'id'));
        const name = parameter(visit, 'name');
        // What a run has written by now, or when it was interrupted, need not be whole.
        const isWhole = job.end?.outcome === 'finished';
        const path =
          isWhole && isDownloadName(name) ? await downloadPath(files.folderOf(supplier.id, job.id), name) : null;
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
