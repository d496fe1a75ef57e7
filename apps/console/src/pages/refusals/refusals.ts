import { readRefusalGroups } from '@carryover/adapters-persistence/queries/refusals';
import { ERROR_CODES, isErrorCode } from '@carryover/contract/error-codes';
import type { ConsoleUseCases } from '../../composition.ts';
import { address } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { readFilters, shownFilters, supplierFields } from '../../web/filters.ts';
import { orProblem } from '../../web/problem.ts';
import { get, type PageGroup, page } from '../../web/route.ts';
import { namedWithin, suppliersWithin } from '../find-suppliers.ts';
import { readSavedList } from '../lists/lists.ts';
import { DEFAULT_DAYS, PERIODS, REFUSAL_FILTERS, readRefusals, withoutHidden } from './filter.ts';
import { groupRoutes } from './group.ts';
import { itemRoutes } from './items.ts';
import { listRefused } from './list-refused.ts';

const MAX_GROUPS = 200;

/** `/refusals`: refused requests by error code and path. */
export const refusalPages = (useCases: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Refusals', path: '/refusals', access: 'figures' },
  routes: [
    get('/refusals', 'figures', async (visit) => {
      const { query, scope, may } = visit;
      const { operator } = useCases;
      const { filter, mistake } = await readFilters(async () => {
        const { filters, since } = readRefusals(query);
        return { ...(await namedWithin(operator.suppliers, scope, filters)), since };
      });
      const shown = shownFilters(query, REFUSAL_FILTERS);
      const filters = { ...shown, days: shown.days ?? DEFAULT_DAYS };
      const groups =
        filter === null ? [] : await orProblem(readRefusalGroups(operator.em)({ ...filter, limit: MAX_GROUPS }));
      const wanted = withoutHidden(
        visit,
        groups.filter(({ code }) => filters.code === null || code === filters.code),
      );
      const values = {
        list: await readSavedList(useCases, visit, '/refusals'),
        filter: {
          mistake,
          action: '/refusals',
          label: 'Filter refusals',
          clear: Object.values(shown).some((one) => one !== null) ? '/refusals' : null,
          fields: [
            { name: 'days', label: 'Received in', value: filters.days, options: PERIODS },
            ...supplierFields(await suppliersWithin(operator.suppliers, scope), filters),
            { name: 'code', label: 'Error code', value: filters.code },
          ],
        },
        groups: wanted.map((group) => ({
          ...group,
          meaning: isErrorCode(group.code) ? ERROR_CODES[group.code].meaning : '',
          isHidden: group.path === null,
          accounts: address('/refusals/group', { ...filters, code: group.code, path: group.path }),
          state: address('/refusals/group/state', { ...filters, code: group.code, path: group.path }),
        })),
        total: wanted.reduce((sum, { count }) => sum + count, 0),
        isCut: groups.length === MAX_GROUPS,
        items: may('records') ? address('/refusals/items', filters) : null,
        csv: may('records') ? address('/refusals.csv', filters) : null,
        ndjson: may('records') ? address('/refusals.ndjson', filters) : null,
      };
      const place = ofFilter(visit, filter, 'refusals');
      return { ...page('Refusals', 'pages/refusals/groups', values, place), status: mistake?.status ?? 200 };
    }),
    ...groupRoutes(useCases),
    ...itemRoutes(useCases),
    ...listRefused(useCases.operator),
  ],
});
