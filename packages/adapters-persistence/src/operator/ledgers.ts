import type { Account } from '@carryover/domain/account';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { keepOnNode } from '../schema/distribution.ts';
import {
  Account as AccountEntity,
  Ledger,
  StatementPeriod as StatementPeriodEntity,
} from '../schema/entities/account.ts';

/**
 * Returns a ledger; null if the account has none of this number. Locks the account, so that requests for it and undos of its
 * imports wait until the change is committed.
 */
const lockLedger = async (em: EntityManager, { id }: Account, ledgerNumber: string) => {
  await keepOnNode(em, id);
  await em.findOneOrFail(AccountEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return em.findOne(Ledger, { accountId: id, ledgerNumber });
};

/** Notes that the platform has finalized a billing document of a ledger. */
export const finalizeLedger = async (em: EntityManager, account: Account, ledgerNumber: string) => {
  const ledger = await lockLedger(em, account, ledgerNumber);
  if (ledger === null) return null;
  const before = ledger.hasFinalizedBillingDocument;
  ledger.hasFinalizedBillingDocument = true;
  await em.flush();
  return { before };
};

/** Opens a statement period on a ledger, closing the open one; null closes only. */
export const setOpenPeriod = async (
  em: EntityManager,
  account: Account,
  ledgerNumber: string,
  period: StatementPeriod | null,
) => {
  if ((await lockLedger(em, account, ledgerNumber)) === null) return null;
  const of = { accountId: account.id, ledgerNumber };
  const open = await em.findOne(StatementPeriodEntity, { ...of, isOpen: true });
  const before = open === null ? null : { from: open.fromDate, to: open.toDate };
  if (before !== null && before.from !== period?.from)
    await em.nativeUpdate(StatementPeriodEntity, { ...of, isOpen: true }, { isOpen: false });
  if (period !== null)
    await em.upsert(StatementPeriodEntity, { ...of, fromDate: period.from, toDate: period.to, isOpen: true });
  return { before };
};
