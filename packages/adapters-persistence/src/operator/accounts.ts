import type { Account, AccountRef } from '@carryover/domain/account';
import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { accountKey } from '../imports/account-repository.ts';
import { forReading } from '../orm.ts';
import { Account as AccountEntity } from '../schema/entities/account.ts';
import { toSupplier } from './suppliers.ts';

/** The condition that an account is the one that a reference names. */
export const isAccount = (ref: AccountRef) => ({
  id: accountKey(ref),
  supplier: { organisation: ref.organisationId, code: ref.supplierCode },
  externalAccountNumber: ref.externalAccountNumber,
});

export const toAccount = (entity: InferEntity<typeof AccountEntity>): Account => {
  const { id, externalAccountNumber, serviceAccountNumber, status, supplier } = entity;
  return { id, externalAccountNumber, serviceAccountNumber, status, supplier: toSupplier(supplier) };
};

/** Reads an account without a lock; null if there is none. */
export const findAccount = async (em: EntityManager, ref: AccountRef): Promise<Account | null> => {
  const found = await forReading(em).findOne(AccountEntity, isAccount(ref), { populate: ['supplier'] });
  return found && toAccount(found);
};
