import { given } from '@carryover/application/given';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import { isInScope, type Scope } from '@carryover/domain/access';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { parameter, within } from '../web/input.ts';
import { orProblem, Problem } from '../web/problem.ts';
import type { Visit } from '../web/route.ts';

/** Returns the suppliers of the organisations in the scope. */
export const suppliersWithin = async (
  suppliers: OperatorUseCases['suppliers'],
  scope: Scope,
): Promise<ReadonlyArray<NamedSupplier>> =>
  (await orProblem(suppliers.list({}))).filter(({ organisationName }) => isInScope(scope, organisationName));

/** Returns a supplier. Refuses one outside of the scope as if it did not exist. */
export const supplierWithin = async (
  suppliers: OperatorUseCases['suppliers'],
  scope: Scope,
  name: Pick<NamedSupplier, 'organisationName' | 'code'>,
): Promise<NamedSupplier> => {
  within(scope, name.organisationName);
  return orProblem(suppliers.show(name));
};

/** Returns the supplier of the route's path. */
export const theSupplier = (suppliers: OperatorUseCases['suppliers'], visit: Visit): Promise<NamedSupplier> =>
  supplierWithin(suppliers, visit.scope, {
    organisationName: parameter(visit, 'organisation'),
    code: parameter(visit, 'code'),
  });

/** The organisation and the supplier that the address of a list names; null: all. */
type Named = { readonly organisation: string | null; readonly supplier: string | null };

/** The same as a filter of what is listed; without `organisations`, those of all. */
type OfScope = { readonly supplier: NamedSupplier | null; readonly organisations?: ReadonlyArray<string> };

/** The same for what does not exist and for what is outside of the person's roles. */
const unknownName = (): Problem =>
  new Problem(
    404,
    'Not found',
    'There is no such supplier or organisation, or your roles do not include it.',
    'Correct the filter, or remove it.',
  );

const ambiguous = (code: string, organisations: ReadonlyArray<string>): Problem =>
  new Problem(
    409,
    'Which organisation?',
    `Several organisations have a supplier ${code}: ${organisations.join(', ')}.`,
    'Choose one of them in the filter of organisations.',
  );

/**
 * Returns the filter of a list, within the organisations that a person may see. A supplier is looked for in these alone:
 * one of another organisation is refused as one that does not exist, and does not make a code ambiguous.
 */
export const namedWithin = async (
  suppliers: OperatorUseCases['suppliers'],
  scope: Scope,
  { organisation, supplier: code }: Named,
): Promise<OfScope> => {
  if (organisation !== null && !isInScope(scope, organisation)) throw unknownName();
  if (code === null) {
    if (organisation !== null) return { supplier: null, organisations: [organisation] };
    return { supplier: null, ...given({ organisations: scope && [...scope] }) };
  }
  const found = await orProblem(suppliers.list({ code, ...given({ organisationName: organisation }) }));
  const own = found.filter(({ organisationName }) => isInScope(scope, organisationName));
  const [named] = own;
  if (named === undefined) throw unknownName();
  if (own.length > 1)
    throw ambiguous(
      code,
      own.map(({ organisationName }) => organisationName),
    );
  return { supplier: named, organisations: [named.organisationName] };
};
