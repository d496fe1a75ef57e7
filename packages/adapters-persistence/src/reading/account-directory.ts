import type {
  AccountDirectory,
  Identifier,
  ListedAccount,
} from '@carryover/application/ports/operator/account-directory';
import { type EntityManager, type InferEntity, raw } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { forReading } from '../orm.ts';
import { Account } from '../schema/entities/account.ts';

type Owner = Pick<ListedAccount, 'organisation' | 'supplierCode'>;
type AccountRow = Omit<InferEntity<typeof Account>, 'supplier'>;

const toListed =
  (owner: Owner) =>
  ({ externalAccountNumber, serviceAccountNumber, status, createdAt }: AccountRow): ListedAccount => ({
    ...owner,
    externalAccountNumber,
    serviceAccountNumber,
    status,
    createdAt,
  });

/** Escapes `%` and `_` of a search. */
const containing = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

const MAX_FOUND = 100;

/** The table's only index is its key, which begins with the account, so the id is looked up for each account of the supplier. */
const KEYS: Readonly<Record<Identifier['kind'], string>> = {
  transaction: 'ledger_transaction t where t.account_id = a.id and t.transaction_id = ?',
  statement: 'historical_statement t where t.account_id = a.id and t.statement_id = ?',
};

/** Not `exists`, for which PostgreSQL may read the whole table. An index on the identifiers would cost every import (ADR 24). */
const having = ({ kind, id }: Identifier) => ({ [raw(`(select true from ${KEYS[kind]} limit 1)`, [id])]: true });

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
      const found = await forReading(em).find(Account, where, {
        orderBy: { externalAccountNumber: 'asc' },
        limit,
      });
      return found.map(toListed({ organisation: supplier.organisationName, supplierCode: supplier.code }));
    }),

  byServiceNumber: (serviceAccountNumber) =>
    stored(async () => {
      const populate = ['supplier.organisation'] as const;
      const found = await forReading(em).findOne(Account, { serviceAccountNumber }, { populate });
      if (found === null) return null;
      const { supplier } = found;
      return toListed({ organisation: supplier.organisation.name, supplierCode: supplier.code })(found);
    }),

  having: (supplier, identifier) =>
    stored(async () => {
      const found = await forReading(em)
        .createQueryBuilder(Account, 'a')
        .where({ supplier: supplier.id, ...having(identifier) })
        .orderBy({ externalAccountNumber: 'asc' })
        .limit(MAX_FOUND)
        .getResultList();
      return found.map(toListed({ organisation: supplier.organisationName, supplierCode: supplier.code }));
    }),
});
