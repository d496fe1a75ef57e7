import type { ReconciliationJob, ReconciliationJobs } from '@carryover/application/ports/console/reconciliation-jobs';
import type { NamedSupplier } from '@carryover/application/ports/operator/administration';
import { includes, type Scope } from '@carryover/domain/access/access';
import type { OperatorUseCases } from '@carryover/operator/connect';
import { orProblem } from '../../web/parameter.ts';
import { notFound } from '../../web/problem.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Ports = { readonly operator: OperatorUseCases; readonly jobs: ReconciliationJobs };

/** Returns the suppliers of which the person may see figures. */
export const suppliersWithin = async ({ operator }: Ports, scope: Scope): Promise<ReadonlyArray<NamedSupplier>> =>
  (await orProblem(operator.suppliers.list({}))).filter(({ organisationName }) => includes(scope, organisationName));

/** Returns the supplier of an address. Refuses one outside of the scope as if it did not exist. */
export const supplierWithin = async (
  { operator }: Ports,
  scope: Scope,
  { organisation, code }: { readonly organisation: string; readonly code: string },
): Promise<NamedSupplier> => {
  if (!includes(scope, organisation)) throw notFound();
  return orProblem(operator.suppliers.show({ code, organisationName: organisation }));
};

/** Returns a job with its supplier. Refuses one outside of the scope as if it did not exist. */
export const jobWithin = async (
  ports: Ports,
  scope: Scope,
  id: string,
): Promise<{ readonly job: ReconciliationJob; readonly supplier: NamedSupplier }> => {
  const job = UUID.test(id) ? await orProblem(ports.jobs.find(id)) : null;
  const supplier = (await suppliersWithin(ports, scope)).find((one) => one.id === job?.supplierId);
  if (job === null || supplier === undefined) throw notFound();
  return { job, supplier };
};
