import { type LoadPosition, listLoads } from '@carryover/adapters-persistence/queries/loads';
import { given } from '@carryover/application/given';
import type { ConsoleUseCases } from '../../composition.ts';
import { address, nightPath, pager } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { readFilters, shownFilters, supplierFields, text } from '../../web/filters.ts';
import { isId, momentOf, queryText } from '../../web/input.ts';
import { badRequest, orProblem } from '../../web/problem.ts';
import { get, page, type Route } from '../../web/route.ts';
import { namedWithin, suppliersWithin } from '../find-suppliers.ts';
import { readSavedList } from '../lists/lists.ts';
import { groupedBy } from './list.ts';

const PAGE = 50;

/** The end of the ten seconds of a slot. */
const endOf = (slot: Date): Date => new Date(slot.getTime() + 10_000);

const NO_LOAD = 'none';

/** A position as a list's address has it. */
const toPosition = ({ lastSlot, loadId, organisationId, supplierCode }: LoadPosition): string =>
  [lastSlot.toISOString(), loadId ?? NO_LOAD, organisationId, supplierCode].join(' ');

const positionOf = (query: URLSearchParams): LoadPosition | undefined => {
  const value = queryText(query, 'after');
  if (value === null || value === '') return undefined;
  const [time = '', load = '', organisationId = '', ...code] = value.split(' ');
  const lastSlot = momentOf(time);
  if (lastSlot === null || !(load === NO_LOAD || isId(load)) || !isId(organisationId))
    throw badRequest('The position after is not one of this list.');
  return { lastSlot, loadId: load === NO_LOAD ? null : load, organisationId, supplierCode: code.join(' ') };
};

/** `/imports/loads`: the imports by the load that the client named with them. */
export const loadRoutes = ({ operator, savedLists }: ConsoleUseCases): ReadonlyArray<Route> => [
  get('/imports/loads', 'records', async (visit) => {
    const { query, scope, may } = visit;
    const filters = shownFilters(query, ['organisation', 'supplier']);
    const { filter, mistake } = await readFilters(async () => ({
      ...(await namedWithin(operator.suppliers, scope, {
        organisation: text(query, 'organisation'),
        supplier: text(query, 'supplier'),
      })),
      ...given({ before: positionOf(query) }),
    }));
    const loads = filter === null ? [] : await orProblem(listLoads(operator.em)({ ...filter, limit: PAGE + 1 }));
    const shown = loads.slice(0, PAGE).map((load) => {
      const { organisation, supplierCode, loadId, accepted, undone } = load;
      const supplier = supplierCode === '' ? null : supplierCode;
      const of = { organisation, supplier, load: loadId ?? NO_LOAD };
      // Without a load, the list is found from its end.
      const time = loadId === null ? { until: endOf(load.lastSlot).toISOString() } : {};
      const canUndo = loadId !== null && supplier !== null && accepted > undone && may('change', organisation);
      return {
        ...load,
        lastAt: endOf(load.lastSlot),
        imports: address('/imports', { ...of, ...time }),
        refusals: address('/imports', { ...of, ...time, outcome: 'refused' }),
        undo: canUndo ? address(nightPath(organisation, supplierCode), { load: loadId }) : null,
      };
    });
    const last = loads.length > PAGE ? loads[PAGE - 1]! : null;
    const values = {
      list: await readSavedList({ savedLists }, visit, '/imports/loads'),
      filter: {
        mistake,
        action: '/imports/loads',
        label: 'Filter loads',
        clear: filters.organisation === null && filters.supplier === null ? null : '/imports/loads',
        fields: supplierFields(await suppliersWithin(operator.suppliers, scope), filters),
      },
      groups: groupedBy('/imports/loads', filters),
      loads: shown,
      mayUndo: may('change'),
      ...pager('/imports/loads', filters, {
        after: last && toPosition(last),
        isLater: filter?.before !== undefined,
      }),
    };
    const place = ofFilter(visit, filter, 'imports');
    return { ...page('Imports by load', 'pages/imports/loads', values, place), status: mistake?.status ?? 200 };
  }),
];
