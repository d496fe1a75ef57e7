import type { ReconciliationRecord } from '@carryover/adapters-persistence/admin/reconciliation-records';
import type { ConsoleJobs, ReconciliationJob } from '@carryover/adapters-persistence/console-jobs';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { Scope } from '@carryover/domain/access';
import type { Verdict } from '@carryover/domain/total-comparison';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { describeCheck, describeGaps } from '@carryover/operations/proof-words';
import * as t from 'io-ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { isId } from '../../web/input.ts';
import { notFound, orProblem } from '../../web/problem.ts';
import { suppliersWithin } from '../find-suppliers.ts';

/** The state of a run: its verdict, or why it has none. */
type RunState = Verdict | 'running' | 'failed' | 'interrupted';

/** A reconciliation of a supplier, run by the console or by the operator's command. */
export type Run = {
  readonly at: Date;
  readonly by: string;
  readonly state: RunState;
  /** Whose control totals were compared: a set of the client, or a file of the operator. */
  readonly against: { readonly isOfClient: boolean; readonly name: string };
  /** The number of totals that differ; null without a verdict. */
  readonly differing: number | null;
  /** The page of a run of the console; null for the command's. */
  readonly path: string | null;
};

export const jobPath = (id: string): string => `/reconciliation/${id}`;

export const stateOf = ({ end }: ReconciliationJob): RunState => {
  if (end === null) return 'running';
  return end.outcome === 'finished' ? end.result.verdict : end.outcome;
};

export const differingOf = ({ end }: ReconciliationJob): number | null =>
  end?.outcome === 'finished' ? Object.values(end.result.byCause).reduce((all, some) => all + some, 0) : null;

/** Returns the latest run, and the latest one that has a verdict. @param runs the latest first. */
const latestOf = (runs: ReadonlyArray<Run>): { readonly latest: Run | null; readonly judged: Run | null } => ({
  latest: runs[0] ?? null,
  judged: runs.find(({ state }) => state === 'agree' || state === 'differ' || state === 'incomplete') ?? null,
});

/** The control totals of a job. */
export const againstOf = ({ task }: Pick<ReconciliationJob, 'task'>): Run['against'] =>
  'set' in task ? { isOfClient: true, name: task.set } : { isOfClient: false, name: task.file };

const recordedTotals = t.union([
  t.type({ source: t.literal('client'), set: t.string }),
  t.type({ source: t.literal('operator'), file: t.string }),
]);

const recordedAgainst = ({ controlTotals }: ReconciliationRecord): Run['against'] => {
  if (!recordedTotals.is(controlTotals)) return { isOfClient: false, name: '' };
  return controlTotals.source === 'client'
    ? { isOfClient: true, name: controlTotals.set }
    : { isOfClient: false, name: controlTotals.file };
};

const toRun = (job: ReconciliationJob): Run => ({
  at: job.startedAt,
  by: job.startedBy,
  state: stateOf(job),
  against: againstOf(job),
  differing: differingOf(job),
  path: jobPath(job.id),
});

/** Returns all runs, the latest first: the console's, and those of the operator's command, which are recorded only. */
export const runsOf = (
  jobs: ReadonlyArray<ReconciliationJob>,
  records: ReadonlyArray<ReconciliationRecord>,
): ReadonlyArray<Run> => {
  const reports = new Set(jobs.map(({ end }) => (end?.outcome === 'finished' ? end.result.reportId : null)));
  const others = records
    .filter(({ id }) => !reports.has(id))
    .map((record): Run => {
      const { snapshotAt: at, performedBy: by, verdict: state, differing } = record;
      return { at, by, state, differing, against: recordedAgainst(record), path: null };
    });
  return [...jobs.map(toRun), ...others].toSorted((a, b) => b.at.getTime() - a.at.getTime());
};

/** Runs among which the latest verdict is looked for: later ones may have failed. */
const RUNS_READ = 20;

/** Reads what is proven of a supplier's migration: the reconciliation that agreed since the last import, and the latest runs. */
export const readProof = async ({ operator, jobs }: ConsoleUseCases, supplier: NamedSupplier) => {
  const own = await orProblem(jobs.reconciliations.list(supplier.id, RUNS_READ));
  const recorded = await orProblem(operator.reconciliations.list(supplier, RUNS_READ));
  const proven = await orProblem(operator.reconciliations.proofOf(supplier));
  return {
    proof: proven.proof,
    missing: proven.missing,
    whyNotProven: describeGaps(proven),
    storageCheck: proven.storageCheck,
    checked: describeCheck(proven.storageCheck),
    reconciled: latestOf(runsOf(own, recorded)),
  };
};

type Ports = { readonly operator: OperatorUseCases; readonly jobs: ConsoleJobs };

/** Returns a job with its supplier. Refuses one outside of the scope as if it did not exist. */
export const withSupplier = async <Job extends { readonly supplierId: string }>(
  suppliers: OperatorUseCases['suppliers'],
  scope: Scope,
  job: Job | null,
): Promise<{ readonly job: Job; readonly supplier: NamedSupplier }> => {
  const supplier = (await suppliersWithin(suppliers, scope)).find((one) => one.id === job?.supplierId);
  if (job === null || supplier === undefined) throw notFound();
  return { job, supplier };
};

/** The same for the id of a reconciliation. */
export const jobWithin = async ({ operator, jobs }: Ports, scope: Scope, id: string) =>
  withSupplier(operator.suppliers, scope, isId(id) ? await orProblem(jobs.reconciliations.find(id)) : null);
