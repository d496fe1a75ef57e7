import { storedByKind } from '@carryover/adapters-persistence/queries/figures';
import { oneOf } from '@carryover/adapters-persistence/schema/stored-values';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import { KIND_COVERAGES } from '@carryover/domain/coverage';
import { ITEM_KINDS } from '@carryover/operations/item-kinds';
import { describeGaps } from '@carryover/operations/proof-words';
import * as t from 'io-ts';
import { readSupplierFigures } from '../../figures/supplier-figures.ts';
import { downloadPath } from '../../jobs/job-files.ts';
import { address, proofPath } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { orProblem } from '../../web/problem.ts';
import { type Answer, get, type PageGroup, page, type Visit } from '../../web/route.ts';
import { theSupplier } from '../find-suppliers.ts';
import { differencesOf } from '../reconciliation/differences.ts';
import { jobPath, readProof, runsOf } from '../reconciliation/runs.ts';
import { checkPath, checkStateOf, type StorageParts, storageRoutes } from './storage-checks.ts';

const SHOWN = 20;

const coverage = t.type({
  kinds: t.record(t.string, oneOf(KIND_COVERAGES)),
  accounts_compared: t.number,
  accounts_stored: t.number,
});

const STATES: Readonly<Record<(typeof KIND_COVERAGES)[number], string>> = {
  compared: 'compared',
  not_compared: 'not compared',
  none_stored: 'nothing stored',
};

/** Reads what is stored of each kind, what the client registered of it, and if the latest reconciliation compared it. */
const readKinds = async ({ operator }: StorageParts, supplier: NamedSupplier) => {
  const [figures, registered, [latest]] = await Promise.all([
    orProblem(readSupplierFigures(operator.em, supplier)),
    orProblem(operator.registeredTotals.items(supplier)),
    orProblem(operator.reconciliations.list(supplier, 1)),
  ]);
  const stored = storedByKind(figures.totals);
  const covered = latest !== undefined && coverage.is(latest.coverage) ? latest.coverage : null;
  return {
    covered: covered && { compared: covered.accounts_compared, stored: covered.accounts_stored },
    comparedAt: latest?.snapshotAt ?? null,
    kinds: ITEM_KINDS.map(([kind, name, title]) => {
      const state = covered?.kinds[name];
      return {
        title,
        stored: stored[kind],
        registered: registered?.items[kind] ?? null,
        state: state === undefined ? null : STATES[state],
        isLeftOut: state === 'not_compared',
      };
    }),
  };
};

/** Reads the checks of what is stored: those of the console, and those of the command, which are recorded only. */
const readChecks = async ({ operator, jobs }: StorageParts, supplier: NamedSupplier) => {
  const [ofAll, recorded] = await Promise.all([
    orProblem(jobs.storageChecks.list(supplier.id, SHOWN)),
    orProblem(operator.storageVerifications.list(supplier, SHOWN)),
  ]);
  const known = new Set(ofAll.map(({ end }) => (end?.outcome === 'finished' ? end.result.snapshotAt : null)));
  const checks = [
    ...ofAll.map((job) => ({
      at: job.startedAt,
      by: job.startedBy,
      state: checkStateOf(job),
      findings: job.end?.outcome === 'finished' ? job.end.result.findings : null,
      notCompared: job.end?.outcome === 'finished' ? job.end.result.notCompared : null,
      comparedByDigest: job.end?.outcome === 'finished' ? job.end.result.comparedByDigest : null,
      path: checkPath(job.id),
    })),
    ...recorded
      .filter(({ snapshotAt }) => !known.has(snapshotAt.toISOString()))
      .map(({ snapshotAt, performedBy, findings, notCompared, comparedByDigest }) => {
        const state = findings === 0 ? ('clean' as const) : ('findings' as const);
        return { at: snapshotAt, by: performedBy, state, findings, notCompared, comparedByDigest, path: null };
      }),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return { checks, running: ofAll.find(({ end }) => end === null) ?? null };
};

/** Reads the runs, and of the latest ones that ended on this machine the differences and the evidence pack. */
const readRuns = async (parts: StorageParts, visit: Visit, supplier: NamedSupplier, path: string) => {
  const { operator, jobs, files } = parts;
  const own = await orProblem(jobs.reconciliations.list(supplier.id, SHOWN));
  const recorded = await orProblem(operator.reconciliations.list(supplier, SHOWN));
  const finished = own.filter(({ end }) => end?.outcome === 'finished');
  let pack: string | null = null;
  for (const { id } of finished) {
    const folder = files.reconciliations.folderOf(supplier.id, id);
    if (pack === null && (await downloadPath(folder, 'evidence.zip')) !== null) pack = jobPath(id);
  }
  const [latest] = finished;
  const differs = latest?.end?.outcome === 'finished' && latest.end.result.verdict !== 'agree';
  return {
    runs: runsOf(own, recorded),
    running: own.find(({ end }) => end === null) ?? null,
    pack,
    latest: latest === undefined ? null : { at: latest.startedAt, path: jobPath(latest.id) },
    differences:
      latest === undefined || !differs ? null : await differencesOf(parts, visit, { job: latest, supplier }, path),
  };
};

/** `/suppliers/{organisation}/{code}/proof`: what is proven of a migration, by whose totals, and what is missing. */
export const proofPages = (parts: StorageParts & { readonly hasKey: boolean }): PageGroup => {
  const { operator, hasKey } = parts;
  const show = async (visit: Visit): Promise<Answer> => {
    const supplier = await theSupplier(operator.suppliers, visit);
    const { organisationName, code } = supplier;
    const path = proofPath(supplier);
    const { proof, missing, storageCheck, checked } = await readProof(parts, supplier);
    const [seal] = await orProblem(operator.seals.list(1));
    const values = {
      supplier,
      path,
      proof,
      missing: missing.map((gap) => describeGaps({ missing: [gap], storageCheck: null })),
      checked: storageCheck === null ? null : checked,
      sets: await orProblem(operator.registeredTotals.list(supplier, SHOWN)),
      ...(await readKinds(parts, supplier)),
      storage: await readChecks(parts, supplier),
      ...(await readRuns(parts, visit, supplier, path)),
      seal: seal ?? null,
      hasKey,
      checkPath,
      jobPath,
      reconciliations: address('/reconciliation', { organisation: organisationName, supplier: code }),
      mayStart: visit.may('change', organisationName),
      mayRead: visit.may('records', organisationName),
    };
    return page(`Proof of ${code}`, 'pages/proof/proof', values, ofSupplier(visit, supplier, 'proof'));
  };
  return {
    routes: [get('/suppliers/:organisation/:code/proof', 'figures', show), ...storageRoutes(parts)],
  };
};
