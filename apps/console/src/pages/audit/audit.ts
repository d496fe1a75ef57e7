import { given } from '@carryover/application/given';
import { ACTION_NAMES } from '@carryover/application/ports/administration';
import type { OperatorUseCases } from '@carryover/operations/connect';
import type { ConsoleUseCases } from '../../composition.ts';
import { pager } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { choices, oneOf, readFilters, shownFilters, supplierFields, text } from '../../web/filters.ts';
import { isId, startOfDay } from '../../web/input.ts';
import { badRequest, orProblem } from '../../web/problem.ts';
import { type Answer, get, type PageGroup, page, type Visit } from '../../web/route.ts';
import { namedWithin, suppliersWithin } from '../find-suppliers.ts';
import { readSavedList } from '../lists/lists.ts';

const PAGE_LENGTH = 50;

const FILTERS = ['organisation', 'supplier', 'person', 'action', 'since', 'until'] as const;

const readFilter = async ({ suppliers }: OperatorUseCases, { query, scope }: Visit) => {
  const [organisation, code, after] = [text(query, 'organisation'), text(query, 'supplier'), text(query, 'after')];
  const [since, until] = [text(query, 'since'), text(query, 'until')];
  const { supplier } = await namedWithin(suppliers, scope, { supplier: code, organisation });
  if (after !== null && !isId(after)) throw badRequest('The position in the list is not one of this page.');
  return {
    supplier,
    after,
    listing: {
      organisation: supplier?.organisationName ?? organisation,
      supplier: code,
      since: since === null ? null : startOfDay(since, 'The first day'),
      until: until === null ? null : startOfDay(until, 'The day before which it ends'),
      // One more, to know if there is a next page.
      limit: PAGE_LENGTH + 1,
      ...(scope === null ? {} : { organisations: [...scope] }),
      ...given({ performedBy: text(query, 'person'), after }),
      ...given({ action: oneOf(ACTION_NAMES, 'action', text(query, 'action')) }),
    },
  };
};

const list = async ({ operator, savedLists }: ConsoleUseCases, visit: Visit): Promise<Answer> => {
  const { filter, mistake } = await readFilters(() => readFilter(operator, visit));
  const found = filter === null ? [] : await orProblem(operator.audit.list(filter.listing));
  const actions = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? (actions.at(-1)?.id ?? null) : null;
  const filters = shownFilters(visit.query, FILTERS);
  const values = {
    list: await readSavedList({ savedLists }, visit, '/audit'),
    actions,
    filter: {
      mistake,
      action: '/audit',
      label: 'Filter operator actions',
      clear: Object.values(filters).some((one) => one !== null) ? '/audit' : null,
      fields: [
        ...supplierFields(await suppliersWithin(operator.suppliers, visit.scope), filters),
        { name: 'person', label: 'Person', value: filters.person },
        { name: 'action', label: 'Action', value: filters.action, options: choices(ACTION_NAMES) },
        { name: 'since', label: 'Since (UTC day)', type: 'date', value: filters.since },
        { name: 'until', label: 'Before (UTC day)', type: 'date', value: filters.until },
      ],
    },
    pager: pager('/audit', filters, { after: last, isLater: filter !== null && filter.after !== null }),
  };
  const place = ofFilter(visit, filter, 'audit');
  return { ...page('Audit', 'pages/audit/actions', values, place), status: mistake?.status ?? 200 };
};

/** `/audit`: the operator actions, newest first. */
export const auditPages = (useCases: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Audit', path: '/audit', access: 'records' },
  routes: [get('/audit', 'records', (visit) => list(useCases, visit))],
});
