import { listImports } from '@carryover/adapters-persistence/queries/import-listing';
import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import { given } from '@carryover/application/given';
import { IMPORT_ENDPOINTS, IMPORT_OUTCOMES } from '@carryover/application/ports/import-records';
import type { ConsoleUseCases } from '../../composition.ts';
import { address, pager } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { orProblem } from '../../web/problem.ts';
import { get, type PageGroup, page, type Route } from '../../web/route.ts';
import { suppliersWithin } from '../find-suppliers.ts';
import { type Column, csvRows, everyRecord } from './export-list.ts';
import { position, readAddress, toFilter } from './filter.ts';
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
  ['undone_at', ({ undone }) => undone?.at.toISOString() ?? null],
];

const listRoutes = ({ operator }: ConsoleUseCases): ReadonlyArray<Route> => [
  get('/imports', 'records', async (visit) => {
    const { query, scope, may } = visit;
    const filters = readAddress(query);
    const before = position(query, 'after');
    const filter = await toFilter(filters, operator.suppliers, scope);
    const listing = {
      ...filter,
      limit: PAGE + 1,
      ...given({ before }),
    };
    const records = await orProblem(listImports(operator.em)(listing));
    const shown = records.slice(0, PAGE);
    const last = records.length > PAGE ? (shown.at(-1)?.id ?? null) : null;
    return page(
      'Imports',
      'pages/imports/list',
      {
        filters,
        hasFilters: Object.values(filters).some((one) => one !== null),
        choices: {
          endpoints: IMPORT_ENDPOINTS,
          outcomes: IMPORT_OUTCOMES,
          suppliers: await suppliersWithin(operator.suppliers, scope),
        },
        records: shown,
        mayUndo: may('change'),
        csv: address('/imports.csv', filters),
        newer: before === undefined ? address('/imports/newer', { ...filters, newest: shown[0]?.id ?? null }) : null,
        ...pager('/imports', filters, { after: last, isLater: before !== undefined }),
      },
      ofFilter(visit, filter, 'imports'),
    );
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
export const importPages = (useCases: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Imports', path: '/imports', access: 'records' },
  routes: [...listRoutes(useCases), ...recordRoutes(useCases), ...undoRoutes(useCases)],
});
