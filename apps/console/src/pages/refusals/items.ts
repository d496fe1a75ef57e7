import { readRefusedItemPage } from '@carryover/adapters-persistence/queries/refusals';
import { REFUSAL_STATES } from '@carryover/adapters-persistence/queries/refused-items';
import { IMPORT_ENDPOINTS } from '@carryover/application/ports/import-records';
import type { ConsoleUseCases } from '../../composition.ts';
import { address, pager } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { choices, position, readFilters, shownFilters, supplierFields } from '../../web/filters.ts';
import { orProblem } from '../../web/problem.ts';
import { get, page, type Route } from '../../web/route.ts';
import { namedWithin, suppliersWithin } from '../find-suppliers.ts';
import { readSavedList } from '../lists/lists.ts';
import { DEFAULT_DAYS, ITEM_FILTERS, PERIODS, readItemFilters } from './filter.ts';

const PAGE = 50;

/** `/refusals/items`: what was refused, item by item, and whether it is stored since. */
export const itemRoutes = ({ operator, savedLists }: ConsoleUseCases): ReadonlyArray<Route> => [
  get('/refusals/items', 'records', async (visit) => {
    const { query, scope, may } = visit;
    const { filter, mistake } = await readFilters(async () => {
      const { named, wanted } = readItemFilters(query);
      const after = position(query, 'after') ?? null;
      return { ...(await namedWithin(operator.suppliers, scope, named)), ...wanted, after };
    });
    const shown = shownFilters(query, ITEM_FILTERS);
    const filters = { ...shown, days: shown.days ?? DEFAULT_DAYS };
    const { items, next } =
      filter === null
        ? { items: [], next: null }
        : await orProblem(readRefusedItemPage(operator.em)({ ...filter, limit: PAGE }, filter.after));
    const values = {
      list: await readSavedList({ savedLists }, visit, '/refusals/items'),
      filter: {
        mistake,
        action: '/refusals/items',
        label: 'Filter refused items',
        clear: Object.values(shown).some((one) => one !== null) ? '/refusals/items' : null,
        fields: [
          {
            name: 'state',
            label: 'State',
            value: filters.state,
            options: choices(REFUSAL_STATES, (one) => one[0]!.toUpperCase() + one.slice(1)),
          },
          { name: 'days', label: 'Received in', value: filters.days, options: PERIODS },
          ...supplierFields(await suppliersWithin(operator.suppliers, scope), filters),
          { name: 'account', label: 'Account', value: filters.account },
          { name: 'endpoint', label: 'Endpoint', value: filters.endpoint, options: choices(IMPORT_ENDPOINTS) },
          { name: 'code', label: 'Error code', value: filters.code },
          { name: 'path', label: 'Field, such as transactions[].amount', value: filters.path },
        ],
      },
      items: items.map(({ record, item }) => ({
        record,
        item,
        find: may('accounts', record.organisation) ? address('/accounts', { q: record.externalAccountNumber }) : null,
      })),
      groups: address('/refusals', filters),
      csv: address('/refusals.csv', filters),
      ndjson: address('/refusals.ndjson', filters),
      ...pager('/refusals/items', filters, { after: next, isLater: query.has('after') }),
    };
    const place = ofFilter(visit, filter, 'refusals');
    return { ...page('Refused items', 'pages/refusals/items', values, place), status: mistake?.status ?? 200 };
  }),
];
