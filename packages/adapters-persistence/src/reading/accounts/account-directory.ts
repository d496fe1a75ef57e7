import { given } from '@carryover/application/given';
import type { AccountDirectory } from '@carryover/application/ports/operator/account-directory';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stored } from '../../driver/store-failure.ts';
import { forReading } from '../../orm.ts';
import { Account } from '../../schema/entities.ts';
import { toListed } from './account-finder.ts';

/** Escapes `%` and `_` of a search. */
const containing = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

export const makePostgresAccountDirectory = (em: EntityManager): AccountDirectory => ({
  list: (supplier, { search, status, after, limit }) =>
    stored(async () => {
      const like = search === null ? null : { $ilike: containing(search) };
      const $or = like && [{ externalAccountNumber: like }, { serviceAccountNumber: like }];
      const externalAccountNumber = after === null ? null : { $gt: after };
      const where = { supplier: supplier.id, ...given({ status, externalAccountNumber, $or }) };
      const found = await forReading(em).find(Account, where, { orderBy: { externalAccountNumber: 'asc' }, limit });
      return found.map(toListed({ organisation: supplier.organisationName, supplierCode: supplier.code }));
    }),
});
