import type { SupplierUseCases } from '@carryover/application/operator/set-up/suppliers';
import type { NamedSupplier } from '@carryover/application/ports/operator/administration';
import { includes, type Scope } from '@carryover/domain/access/access';
import { isWellFormed } from '@carryover/domain/text';
import { orProblem } from '../web/or-problem.ts';
import { parameter, within } from '../web/parameter.ts';
import { notFound } from '../web/problem.ts';
import type { Visit } from '../web/route.ts';

/** Returns the suppliers of the organisations in the scope. */
export const suppliersWithin = async (
  suppliers: SupplierUseCases,
  scope: Scope,
): Promise<ReadonlyArray<NamedSupplier>> =>
  (await orProblem(suppliers.list({}))).filter(({ organisationName }) => includes(scope, organisationName));

/** Returns a supplier. Refuses one outside of the scope as if it did not exist. */
export const supplierWithin = async (
  suppliers: SupplierUseCases,
  scope: Scope,
  name: Pick<NamedSupplier, 'organisationName' | 'code'>,
): Promise<NamedSupplier> => {
  within(scope, name.organisationName);
  if (!isWellFormed(name.code)) throw notFound();
  return orProblem(suppliers.show(name));
};

/** Returns the supplier of the route's path. */
export const theSupplier = (suppliers: SupplierUseCases, visit: Visit): Promise<NamedSupplier> =>
  supplierWithin(suppliers, visit.scope, {
    organisationName: parameter(visit, 'organisation'),
    code: parameter(visit, 'code'),
  });
