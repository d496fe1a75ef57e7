import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { ConsoleUseCases } from '../../composition.ts';
import { orProblem } from '../../web/or-problem.ts';
import { latestOf, runsOf } from './runs.ts';

/** Runs among which the latest verdict is looked for: later ones may have failed. */
const RUNS_READ = 20;

/** Reads what is proven of a supplier's migration: the reconciliation that agreed since the last import, and the latest runs. */
export const readProof = async ({ operator, jobs }: ConsoleUseCases, supplier: NamedSupplier) => {
  const own = await orProblem(jobs.list(supplier.id, RUNS_READ));
  const recorded = await orProblem(operator.reconciliations.list(supplier, RUNS_READ));
  return {
    proof: await orProblem(operator.reconciliations.proofOf(supplier)),
    reconciled: latestOf(runsOf(own, recorded)),
  };
};
