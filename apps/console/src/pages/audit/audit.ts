import { given } from '@carryover/application/given';
import { includes, type Scope } from '@carryover/domain/access/access';
import type { OperatorUseCases } from '@carryover/operator/connect';
import type { ConsoleUseCases } from '../../composition.ts';
import { pager } from '../../view/pager.ts';
import { page } from '../../web/answer.ts';
import { orProblem } from '../../web/or-problem.ts';
import { isId, startOfDay } from '../../web/parameter.ts';
import { badRequest, notFound } from '../../web/problem.ts';
import { get, type PageGroup, type Visit } from '../../web/route.ts';

const PAGE_LENGTH = 50;

/**
 * Returns the organisation of the filter. A supplier's code alone is looked for in all organisations, of which a person
 * with a limited role must not learn.
 */
const organisationOf = (scope: Scope, organisation: string | null, supplier: string | null): string | null => {
  if (organisation !== null && !includes(scope, organisation)) throw notFound();
  if (scope === null || supplier === null || organisation !== null) return organisation;
  const [only, ...others] = scope;
  if (only === undefined || others.length > 0) throw badRequest('Choose the organisation of the supplier too.');
  return only;
};

/** Returns a filter of the address; null if it is missing or empty. */
const filterOf = ({ query }: Visit, name: string): string | null => query.get(name)?.trim() || null;

const list = async (audit: OperatorUseCases['audit'], visit: Visit) => {
  const { scope } = visit;
  const [supplier, since] = [filterOf(visit, 'supplier'), filterOf(visit, 'since')];
  const organisation = organisationOf(scope, filterOf(visit, 'organisation'), supplier);
  const [person, after] = [filterOf(visit, 'person'), filterOf(visit, 'after')];
  if (after !== null && !isId(after)) throw badRequest('The position in the list is not one of this page.');
  const found = await orProblem(
    audit.list({
      organisation,
      supplier,
      since: since === null ? null : startOfDay(since, 'The first day'),
      // One more, to know if there is a next page.
      limit: PAGE_LENGTH + 1,
      ...(scope === null ? {} : { organisations: [...scope] }),
      ...given({ performedBy: person, after }),
    }),
  );
  const actions = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? (actions.at(-1)?.id ?? null) : null;
  const filters = { organisation, supplier, since, person };
  return { actions, filters, pager: pager('/audit', filters, { after: last, isLater: after !== null }) };
};

/** `/audit`: the operator actions, newest first. */
export const auditPages = ({ operator }: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Audit', path: '/audit', access: 'records' },
  routes: [
    get('/audit', 'records', async (visit) => page('Audit', 'pages/audit/actions', await list(operator.audit, visit))),
  ],
});
