import { listImports } from '@carryover/adapters-persistence/queries/import-listing';
import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import { given } from '@carryover/application/given';
import type { ConsoleUseCases } from '../../composition.ts';
import { address, pager } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { readFilters, shownFilters } from '../../web/filters.ts';
import { orProblem } from '../../web/problem.ts';
import { get, page, type Route } from '../../web/route.ts';
import { suppliersWithin } from '../find-suppliers.ts';
import { FILTER_NAMES, fieldsOf, position, readAddress, toFilter } from './filter.ts';
import { groupedBy } from './grouped-by.ts';

/** The requests whose accounts are on one page: a page takes as long however many there are. */
const PAGE = 1_000;

const requests = (records: ReadonlyArray<ImportRecord>, outcome: ImportRecord['outcome']): number =>
  records.filter((record) => record.outcome === outcome).length;

/** The accounts of records, those with the latest ones first. */
const accountsOf = (records: ReadonlyArray<ImportRecord>, filters: Readonly<Record<string, string | null>>) => {
  const named = records.filter(({ externalAccountNumber }) => externalAccountNumber !== null);
  const byAccount = Map.groupBy(named, ({ organisation, supplierCode, externalAccountNumber }) =>
    JSON.stringify([organisation, supplierCode, externalAccountNumber]),
  );
  return [...byAccount.values()].map((own) => {
    const { organisation, supplierCode: supplier, externalAccountNumber: account } = own[0]!;
    return {
      organisation,
      supplier,
      account,
      imports: address('/imports', { ...filters, organisation, supplier, account }),
      accepted: requests(own, 'accepted'),
      refused: requests(own, 'refused'),
      dryRuns: requests(own, 'dry_run'),
      undone: own.filter(({ undone }) => undone !== null).length,
      items: own.reduce((sum, { itemCount }) => sum + (itemCount ?? 0), 0),
      latest: own[0]!.receivedAt,
    };
  });
};

/** `/imports/accounts`: the accounts of the latest requests. */
export const accountRoutes = ({ operator }: ConsoleUseCases): ReadonlyArray<Route> => [
  get('/imports/accounts', 'records', async (visit) => {
    const { query, scope } = visit;
    const { filter, mistake } = await readFilters(async () => ({
      ...(await toFilter(readAddress(query), operator.suppliers, scope)),
      ...given({ before: position(query, 'after') }),
    }));
    const filters = shownFilters(query, FILTER_NAMES);
    const records = filter === null ? [] : await orProblem(listImports(operator.em)({ ...filter, limit: PAGE + 1 }));
    const shown = records.slice(0, PAGE);
    const values = {
      filter: {
        mistake,
        action: '/imports/accounts',
        label: 'Filter accounts by their import records',
        clear: Object.values(filters).some((one) => one !== null) ? '/imports/accounts' : null,
        fields: fieldsOf(filters, await suppliersWithin(operator.suppliers, scope)),
      },
      groups: groupedBy('/imports/accounts', filters),
      accounts: accountsOf(shown, filters),
      requests: shown.length,
      ...pager('/imports/accounts', filters, {
        after: records.length > PAGE ? shown.at(-1)!.id : null,
        isLater: filter?.before !== undefined,
      }),
    };
    const place = ofFilter(visit, filter, 'imports');
    return { ...page('Imports by account', 'pages/imports/by-account', values, place), status: mistake?.status ?? 200 };
  }),
];
