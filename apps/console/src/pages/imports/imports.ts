import { listImports } from '@carryover/adapters-persistence/queries/import-listing';
import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import { given } from '@carryover/application/given';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { ApprovalDesk } from '../../approvals/approvals.ts';
import type { ConsoleUseCases } from '../../composition.ts';
import { address, nightPath } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { position } from '../../web/filters.ts';
import { orProblem } from '../../web/problem.ts';
import { get, type PageGroup, page, type Route, type Visit } from '../../web/route.ts';
import { readSavedList } from '../lists/lists.ts';
import { accountRoutes } from './by-account.ts';
import { type Column, csvRows, everyRecord } from './export-list.ts';
import { readAddress, toFilter } from './filter.ts';
import { readList } from './list.ts';
import { loadRoutes } from './loads.ts';
import { recordRoutes } from './record.ts';
import { undoRoutes } from './undo.ts';

const PAGE = 50;
/** More new records than this are counted as "more than". */
const MAX_NEW = 100;

const COLUMNS: ReadonlyArray<Column<ImportRecord>> = [
  ['id', ({ id }) => id],
  ['received_at', ({ receivedAt }) => receivedAt.toISOString()],
  ['organisation', ({ organisation }) => organisation],
  ['api_key_prefix', ({ apiKeyPrefix }) => apiKeyPrefix],
  ['endpoint', ({ endpoint }) => endpoint],
  ['supplier', ({ supplierCode }) => supplierCode],
  ['external_account_number', ({ externalAccountNumber }) => externalAccountNumber],
  ['outcome', ({ outcome }) => outcome],
  ['status', ({ status }) => status],
  ['code', ({ code }) => code],
  ['path', ({ attr }) => attr],
  ['detail', ({ detail }) => detail],
  ['items', ({ itemCount }) => itemCount],
  ['conflicts', ({ conflictCount }) => conflictCount],
  ['load_id', ({ loadId }) => loadId],
  ['undone_at', ({ undone }) => undone?.at.toISOString() ?? null],
];

/** The address of the form that undoes the imports of a list together; null if it is not one of a supplier that the person may change. */
const undoOf = (
  supplier: NamedSupplier | null,
  { since, until, load }: ReturnType<typeof readAddress>,
  may: Visit['may'],
): string | null => {
  if (supplier === null || !may('change', supplier.organisationName)) return null;
  const ofLoad = load !== null && load !== 'none';
  return address(nightPath(supplier.organisationName, supplier.code), ofLoad ? { load } : { since, until });
};

const listRoutes = ({ operator, savedLists }: ConsoleUseCases): ReadonlyArray<Route> => [
  get('/imports', 'records', async (visit) => {
    const list = { path: '/imports', label: 'Filter import records', size: PAGE };
    const { filter, mistake, filters, hasFilters, shown, values: common } = await readList(visit, operator, list);
    const values = {
      ...common,
      list: await readSavedList({ savedLists }, visit, '/imports'),
      hasFilters,
      records: shown,
      undo: undoOf(filter?.supplier ?? null, filters, visit.may),
      conflicts: address('/conflicts', {
        organisation: filters.organisation,
        supplier: filters.supplier,
        account: filters.account,
      }),
      csv: address('/imports.csv', filters),
      newer:
        common.isLater || mistake !== null
          ? null
          : address('/imports/newer', { ...filters, newest: shown[0]?.id ?? null }),
    };
    const place = ofFilter(visit, filter, 'imports');
    return { ...page('Imports', 'pages/imports/list', values, place), status: mistake?.status ?? 200 };
  }),
  get('/imports/newer', 'records', async ({ query, scope }) => {
    const filters = readAddress(query);
    const newest = position(query, 'newest');
    const listing = {
      ...(await toFilter(filters, operator.suppliers, scope)),
      limit: MAX_NEW,
      ...given({ after: newest }),
    };
    const records = await orProblem(listImports(operator.em)(listing));
    const values = {
      count: records.length,
      isMore: records.length === MAX_NEW,
      first: address('/imports', filters),
    };
    return { kind: 'fragment', template: 'pages/imports/newer', values };
  }),
  get('/imports.csv', 'records', async ({ query, scope }) => ({
    kind: 'download',
    fileName: 'imports.csv',
    rows: csvRows(COLUMNS, everyRecord(operator, await toFilter(readAddress(query), operator.suppliers, scope))),
  })),
];

/** `/imports`: what clients sent, one import, and its undo. */
export const importPages = (useCases: ConsoleUseCases, desk: ApprovalDesk): PageGroup => ({
  navigation: { title: 'Imports', path: '/imports', access: 'records' },
  routes: [
    ...listRoutes(useCases),
    ...loadRoutes(useCases),
    ...accountRoutes(useCases),
    ...recordRoutes(useCases, desk),
    ...undoRoutes(useCases, desk),
  ],
});
