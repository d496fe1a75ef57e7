import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageJob } from '@carryover/adapters-persistence/console-jobs';
import { oneOf, orNull } from '@carryover/adapters-persistence/schema/stored-values';
import { identified, type NamedSupplier } from '@carryover/application/ports/administration';
import { FINDING_KINDS } from '@carryover/domain/storage-finding';
import { count } from '@carryover/report/figures';
import * as t from 'io-ts';
import { v7 as makeId } from 'uuid';
import type { ConsoleUseCases } from '../../composition.ts';
import { type AllJobFiles, FINDINGS, SEAL_FINDINGS, streamFile } from '../../jobs/job-files.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { accountPath, address, proofPath } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { render } from '../../view/render.ts';
import { actorOf, isId, parameter } from '../../web/input.ts';
import { conflict, notFound, orProblem } from '../../web/problem.ts';
import { type Answer, get, page, post, type Route, redirect, type Visit } from '../../web/route.ts';
import { theSupplier } from '../find-suppliers.ts';
import { progressEvents } from '../reconciliation/progress.ts';
import { withSupplier } from '../reconciliation/runs.ts';

export type StorageParts = ConsoleUseCases & { readonly files: AllJobFiles; readonly runner: JobRunner };

export const checkPath = (id: string): string => `/storage-checks/${id}`;

/** The state of a check: without or with findings, or why there is no result. */
export const checkStateOf = ({ end }: Pick<StorageJob, 'end'>) => {
  if (end === null) return 'running';
  if (end.outcome !== 'finished') return end.outcome;
  return end.result.findings === 0 ? 'clean' : 'findings';
};

/** Values of the template of the progress. */
const progressOf = ({ id, progress, end, startedAt }: StorageJob) => ({
  path: checkPath(id),
  hasEnded: end !== null,
  sentence:
    progress === null
      ? 'Starting'
      : `Comparing what is stored: ${count(progress.accounts)} accounts, ${count(progress.imports)} imports, ${count(progress.rows)} rows`,
  percent: null,
  seconds: Math.max(0, Math.round((Date.now() - startedAt.getTime()) / 1_000)),
  steps: [],
});

const finding = t.type({
  kind: oneOf(FINDING_KINDS),
  account: orNull(t.string),
  endpoint: orNull(t.string),
  import_id: orNull(t.string),
  item: orNull(t.string),
  field: orNull(t.string),
  accepted: orNull(t.string),
  stored: orNull(t.string),
});

/** Findings that a page shows; the file has more. */
const SHOWN = 200;

/** Reads the file of a check's findings: the first of them, and how many it has. It need not have all. */
const readFindings = async (folder: string, name: string) => {
  const text = await readFile(join(folder, name), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n').filter((line) => line !== '');
  const first = lines.slice(0, SHOWN).map((line): unknown => JSON.parse(line));
  return { shown: first.filter(finding.is), listed: lines.length };
};

const isRunning = (): Error =>
  conflict('Such a check of this supplier already runs.', 'Wait until it has ended, and look at its result.');

/** The routes of checks of what is stored (`verify-storage`): of a supplier, and of one account. */
export const storageRoutes = ({ operator, jobs, files, runner }: StorageParts): ReadonlyArray<Route> => {
  const folderOf = ({ supplierId, id }: StorageJob) => files['storage-checks'].folderOf(supplierId, id);

  const begin = async (
    visit: Visit,
    supplier: NamedSupplier,
    account: { readonly serviceNumber: string; readonly externalNumber: string } | null,
  ): Promise<Answer> => {
    const id = makeId();
    await files['storage-checks'].create(supplier.id, id);
    const started = await runner.start({ id, supplier, task: { account }, startedBy: identified(actorOf(visit)) });
    if (started) return redirect(checkPath(id));
    await files['storage-checks'].remove(supplier.id, id);
    throw isRunning();
  };

  const checkOf = async (visit: Visit) => {
    const id = parameter(visit, 'id');
    return withSupplier(
      operator.suppliers,
      visit.scope,
      isId(id) ? await orProblem(jobs.storageChecks.find(id)) : null,
    );
  };

  const show = async (visit: Visit): Promise<Answer> => {
    const { job, supplier } = await checkOf(visit);
    const { organisationName, code } = supplier;
    const mayRead = visit.may('records', organisationName);
    const isFinished = job.end?.outcome === 'finished';
    const ofAll = visit.scope === null;
    const values = {
      job,
      supplier,
      back: proofPath(supplier),
      path: checkPath(job.id),
      account: job.task.account,
      accountPath,
      address,
      state: checkStateOf(job),
      result: job.end?.outcome === 'finished' ? job.end.result : null,
      progress: progressOf(job),
      own: isFinished && mayRead ? await readFindings(folderOf(job), FINDINGS) : null,
      ofSeals: isFinished && mayRead && ofAll ? await readFindings(folderOf(job), SEAL_FINDINGS) : null,
      FINDINGS,
      SEAL_FINDINGS,
      mayRead,
      mayOpenAccounts: visit.may('accounts', organisationName),
      mayStart: visit.may('change', organisationName),
    };
    const place = ofSupplier(visit, supplier, 'proof', { title: 'Proof', path: proofPath(supplier) });
    return page(`Check of what is stored for ${code}`, 'pages/proof/storage-check', values, place);
  };

  return [
    post('/suppliers/:organisation/:code/proof/storage-check', 'change', async (visit) =>
      begin(visit, await theSupplier(operator.suppliers, visit), null),
    ),
    post('/accounts/:number/storage-check', 'change', async (visit) => {
      const identifier = parameter(visit, 'number');
      const kinds = ['service_account_number'] as const;
      const search = { identifier, kinds, supplier: null, organisations: visit.scope };
      const [found] = (await orProblem(operator.accounts.search(search))).accounts;
      if (found === undefined) throw notFound();
      const { organisation, supplierCode, serviceAccountNumber, externalAccountNumber } = found;
      const supplier = await orProblem(operator.suppliers.show({ code: supplierCode, organisationName: organisation }));
      return begin(visit, supplier, { serviceNumber: serviceAccountNumber, externalNumber: externalAccountNumber });
    }),
    get('/storage-checks/:id', 'figures', show),
    get('/storage-checks/:id/progress', 'figures', async (visit) => {
      const { job } = await checkOf(visit);
      const find = () => orProblem(jobs.storageChecks.find(job.id));
      const shown = (now: StorageJob) => render('pages/reconciliation/progress', progressOf(now));
      return { kind: 'events', events: (signal) => progressEvents(find, shown, signal) };
    }),
    get('/storage-checks/:id/files/:name', 'records', async (visit) => {
      const { job, supplier } = await checkOf(visit);
      const name = parameter(visit, 'name');
      const isAllowed = name === FINDINGS || (name === SEAL_FINDINGS && visit.scope === null);
      const path = join(folderOf(job), name);
      const isWhole = job.end?.outcome === 'finished' && (await stat(path).catch(() => null)) !== null;
      if (!isAllowed || !isWhole) throw notFound();
      const day = job.startedAt.toISOString().slice(0, 10);
      const fileName = `${supplier.code}-${day}-${name}`;
      return { kind: 'download', fileName, contentType: 'application/x-ndjson', bytes: streamFile(path) };
    }),
  ];
};
