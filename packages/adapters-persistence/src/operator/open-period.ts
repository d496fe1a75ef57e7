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
 * Opens a statement period on a ledger, closing the open one; null closes only.
 *
 * @returns the period that was open before; null if the account has no such ledger.
 */
export const setOpenPeriod = async (
  em: EntityManager,
  {
    account,
    ledgerNumber,
    period,
  }: { readonly account: Account; readonly ledgerNumber: string; readonly period: StatementPeriod | null },
): Promise<{ readonly before: StatementPeriod | null } | null> => {
  // Requests for the account wait, so that none uses a period that is being changed.
  await keepOnNode(em, account.id);
  await em.findOneOrFail(AccountEntity, account.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const ledger = { accountId: account.id, ledgerNumber };
  if ((await em.count(Ledger, ledger)) === 0) return null;
  const open = await em.findOne(StatementPeriodEntity, { ...ledger, isOpen: true });
  const before = open === null ? null : { from: open.fromDate, to: open.toDate };
  if (before !== null && before.from !== period?.from)
    await em.nativeUpdate(StatementPeriodEntity, { ...ledger, isOpen: true }, { isOpen: false });
  if (period !== null)
    await em.upsert(StatementPeriodEntity, { ...ledger, fromDate: period.from, toDate: period.to, isOpen: true });
  return { before };
};
