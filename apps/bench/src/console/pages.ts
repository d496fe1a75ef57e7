import { onDatabase } from '../databases/cluster.ts';
import { ORGANISATION, SUPPLIER } from '../reconcile/seeded-database.ts';

/** A page by its name, and its address in each round. */
export type Pages = Readonly<Record<string, (round: number) => string>>;

const ADDRESSES = `
  select a.service_account_number as number, i.id as import_id
  from seeded d
  join account a on a.id = d.id
  join accepted_import i on i.account_id = a.id
  where d.i % $1 = 0`;

const external = (round: number, accounts: number): string => `R-${String((round * 7919) % accounts).padStart(9, '0')}`;

/** Returns every kind of page that shows stored data, for other accounts in each round. */
export const pagesOf = async (url: string, accounts: number, rounds: number): Promise<Pages> => {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ number: string; import_id: string }>(ADDRESSES, [Math.max(1, Math.floor(accounts / rounds))]),
  );
  const one = (round: number) => rows[round % rows.length]!;
  const supplier = new URLSearchParams({ supplier: SUPPLIER, organisation: ORGANISATION }).toString();
  return {
    overview: () => '/',
    'overview of a supplier': () => `/suppliers/${encodeURIComponent(ORGANISATION)}/${SUPPLIER}`,
    'overview of a day': () => `/suppliers/${encodeURIComponent(ORGANISATION)}/${SUPPLIER}?span=day`,
    imports: () => '/imports',
    'imports of a supplier': () => `/imports?${supplier}`,
    'imports of an account': (round) => `/imports?account=${external(round, accounts)}`,
    'refused imports': () => '/imports?outcome=refused',
    'imports of a code': () => '/imports?code=invalid_period',
    'imports of a key': () => '/imports?key=co_00000004',
    'one import': (round) => `/imports/${one(round).import_id}`,
    'payload of an import': (round) => `/imports/${one(round).import_id}/payload`,
    'undo of an import': (round) => `/imports/${one(round).import_id}/undo`,
    'search by account number': (round) => `/accounts?q=${external(round, accounts)}`,
    'search by service number': (round) => `/accounts?q=${one(round).number}`,
    'search by a transaction id': (round) => `/accounts?q=T-${(round * 7919) % accounts}-${round % 50}`,
    'search by an unknown id': (round) => `/accounts?q=unknown-${round}`,
    'an account': (round) => `/accounts/${one(round).number}`,
    'refusals of a month': () => '/refusals?days=30',
    'refusals of a year': () => '/refusals?days=365',
    'accounts of a code and path': () => '/refusals/group?days=365&code=required&path=transactions.%5B%5D.amount',
    reconciliation: () => '/reconciliation',
    'set-up': () => '/set-up',
    audit: () => '/audit',
  };
};
