import type { Account } from '@carryover/domain/account';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { keepOnNode } from '../schema/distribution.ts';
import { Account as AccountEntity, Ledger } from '../schema/entities/account.ts';

/**
 * Notes that the platform has finalized a billing document of a ledger.
 *
 * @returns if that was noted before; null if the account has no such ledger.
 */
export const finalizeLedger = async (
  em: EntityManager,
  account: Account,
  ledgerNumber: string,
): Promise<{ readonly before: boolean } | null> => {
  // Requests for the account wait, so that no history is imported and no import undone meanwhile.
  await keepOnNode(em, account.id);
  await em.findOneOrFail(AccountEntity, account.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const ledger = await em.findOne(Ledger, { accountId: account.id, ledgerNumber });
  if (ledger === null) return null;
  const before = ledger.hasFinalizedBillingDocument;
  ledger.hasFinalizedBillingDocument = true;
  await em.flush();
  return { before };
};
