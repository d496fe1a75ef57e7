import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import type { ConsoleUseCases } from '../../composition.ts';
import { address } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { get, page, type Route } from '../../web/route.ts';
import { readSavedList } from '../lists/lists.ts';
import { readList } from './list.ts';

/** The requests whose accounts are on one page: with 1,000, reading and writing them took four times as long. */
const PAGE = 250;

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
export const accountRoutes = ({ operator, savedLists }: ConsoleUseCases): ReadonlyArray<Route> => [
  get('/imports/accounts', 'records', async (visit) => {
    const list = { path: '/imports/accounts', label: 'Filter accounts by their import records', size: PAGE };
    const { filter, mistake, filters, shown, values: common } = await readList(visit, operator, list);
    const saved = await readSavedList({ savedLists }, visit, '/imports/accounts');
    const values = { ...common, list: saved, accounts: accountsOf(shown, filters), requests: shown.length };
    const place = ofFilter(visit, filter, 'imports');
    return { ...page('Imports by account', 'pages/imports/by-account', values, place), status: mistake?.status ?? 200 };
  }),
];
