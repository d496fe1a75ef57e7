import type { Account, AccountRef } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import { accountKey } from '../imports/account-repository.ts';
import { forReading } from '../orm.ts';
import { Account as AccountEntity } from '../schema/entities/account.ts';
import { toSupplier } from './suppliers.ts';

/** Reads an account without a lock; null if there is none. */
export const findAccount = async (em: EntityManager, ref: AccountRef): Promise<Account | null> => {
  const { organisationId, supplierCode, externalAccountNumber } = ref;
  const supplierNamed = { organisation: organisationId, code: supplierCode };
  const where = { id: accountKey(ref), supplier: supplierNamed, externalAccountNumber };
  const found = await forReading(em).findOne(AccountEntity, where, { populate: ['supplier'] });
  if (found === null) return null;
  const { id, serviceAccountNumber, status, supplier } = found;
  return { id, externalAccountNumber, serviceAccountNumber, status, supplier: toSupplier(supplier) };
};
