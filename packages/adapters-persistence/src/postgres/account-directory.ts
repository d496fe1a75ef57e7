import type {
  AccountDirectory,
  Identifier,
  ListedAccount,
} from '@carryover/application/ports/operator/account-directory';
import { ACCOUNT_STATUSES } from '@carryover/domain/account';
import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { query } from './query.ts';
import { stored } from './store-failure.ts';
import { AccountTable } from './tables/account.ts';

type Owner = Pick<ListedAccount, 'organisation' | 'supplierCode'>;
type AccountRow = Omit<InferEntity<typeof AccountTable>, 'supplier'>;

const toListed =
  (owner: Owner) =>
  (row: AccountRow): ListedAccount => {
    const status = ACCOUNT_STATUSES.find((known) => known === row.status);
    if (status === undefined) throw new Error(`The account ${row.id} has the unknown status ${row.status}.`);
    return {
      ...owner,
      externalAccountNumber: row.externalAccountNumber,
      serviceAccountNumber: row.serviceAccountNumber,
      status,
      createdAt: row.createdAt,
    };
  };

/** `%` and `_` of a search are themselves. */
const containing = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

const MAX_FOUND = 100;

// The tables' only index is their key, which begins with the account: it is asked once for each account of the supplier. As
// a join, PostgreSQL would read the whole table instead. An index on the identifiers would cost every import (ADR 24).
const KEYS: Readonly<Record<Identifier['kind'], string>> = {
  transaction: 'ledger_transaction t where t.account_id = a.id and t.transaction_id = $2',
  statement: 'historical_statement t where t.account_id = a.id and t.statement_id = $2',
};
const HAVING = (kind: Identifier['kind']) => `
  select a.id from account a cross join lateral (select 1 from ${KEYS[kind]} limit 1) found
  where a.supplier_id = $1 limit ${MAX_FOUND}`;

export const makePostgresAccountDirectory = (em: EntityManager): AccountDirectory => ({
  list: (supplier, { search, status, after, limit }) =>
    stored(async () => {
      const like = search === null ? null : { $ilike: containing(search) };
      const where = {
        supplier: supplier.id,
        ...(status === null ? {} : { status }),
        ...(after === null ? {} : { externalAccountNumber: { $gt: after } }),
        ...(like === null ? {} : { $or: [{ externalAccountNumber: like }, { serviceAccountNumber: like }] }),
      };
      const found = await em.fork().find(AccountTable, where, { orderBy: { externalAccountNumber: 'asc' }, limit });
      return found.map(toListed({ organisation: supplier.organisationName, supplierCode: supplier.code }));
    }),

  byServiceNumber: (serviceAccountNumber) =>
    stored(async () => {
      const populate = ['supplier.organisation'] as const;
      const found = await em.fork().findOne(AccountTable, { serviceAccountNumber }, { populate });
      if (found === null) return null;
      const { supplier } = found;
      return toListed({ organisation: supplier.organisation.name, supplierCode: supplier.code })(found);
    }),

  having: (supplier, { kind, id }) =>
    stored(async () => {
      const rows = await query<{ id: string }>(em, HAVING(kind), [supplier.id, id]);
      const where = { id: { $in: rows.map((row) => row.id) } };
      const found = await em.fork().find(AccountTable, where, { orderBy: { externalAccountNumber: 'asc' } });
      return found.map(toListed({ organisation: supplier.organisationName, supplierCode: supplier.code }));
    }),
});
