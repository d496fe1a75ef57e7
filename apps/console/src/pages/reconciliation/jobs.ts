import type { ReconciliationJob, ReconciliationJobs } from '@carryover/adapters-persistence/reconciliation-jobs';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { Scope } from '@carryover/domain/access';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { orProblem } from '../../web/or-problem.ts';
import { isId } from '../../web/parameter.ts';
import { notFound } from '../../web/problem.ts';
import { suppliersWithin } from '../find-suppliers.ts';

type Ports = { readonly operator: OperatorUseCases; readonly jobs: ReconciliationJobs };

/** Returns a job with its supplier. Refuses one outside of the scope as if it did not exist. */
export const jobWithin = async (
  ports: Ports,
  scope: Scope,
  id: string,
): Promise<{ readonly job: ReconciliationJob; readonly supplier: NamedSupplier }> => {
  const job = isId(id) ? await orProblem(ports.jobs.find(id)) : null;
  const supplier = (await suppliersWithin(ports.operator.suppliers, scope)).find((one) => one.id === job?.supplierId);
  if (job === null || supplier === undefined) throw notFound();
  return { job, supplier };
};
