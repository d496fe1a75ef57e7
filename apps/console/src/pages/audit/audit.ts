import { given } from '@carryover/application/given';
import type { OperatorUseCases } from '@carryover/operations/connect';
import type { ConsoleUseCases } from '../../composition.ts';
import { pager } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { isId, startOfDay } from '../../web/input.ts';
import { badRequest, orProblem } from '../../web/problem.ts';
import { get, type PageGroup, page, type Visit } from '../../web/route.ts';
import { namedWithin } from '../find-suppliers.ts';
import { text } from '../imports/filter.ts';

const PAGE_LENGTH = 50;

const list = async ({ audit, suppliers }: OperatorUseCases, visit: Visit) => {
  const { scope } = visit;
  const [supplier, since] = [text(visit.query, 'supplier'), text(visit.query, 'since')];
  const named = await namedWithin(suppliers, scope, { supplier, organisation: text(visit.query, 'organisation') });
  const organisation = named.supplier?.organisationName ?? text(visit.query, 'organisation');
  const [person, after] = [text(visit.query, 'person'), text(visit.query, 'after')];
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
  return { actions, named, filters, pager: pager('/audit', filters, { after: last, isLater: after !== null }) };
};

/** `/audit`: the operator actions, newest first. */
export const auditPages = ({ operator }: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Audit', path: '/audit', access: 'records' },
  routes: [
    get('/audit', 'records', async (visit) => {
      const values = await list(operator, visit);
      return page('Audit', 'pages/audit/actions', values, ofFilter(visit, values.named, 'audit'));
    }),
  ],
});
