import type { AccountPlan } from '@carryover/application/ports/administration';
import type { Account, AccountRef, ImportSupplier } from '@carryover/domain/account';
import type { StatementPeriod } from '@carryover/domain/calendar-date';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { accountKey, erasedName } from '../imports/account-repository.ts';
import { lockStoredAccounts, storeAccountChanges } from '../imports/accounts-file.ts';
import { forReading } from '../orm.ts';
import { AccountEntity, LedgerEntity, StatementPeriodEntity } from '../schema/entities.ts';
import { keepOnNode } from '../sql/dialect.ts';
import { lockSupplier, toSupplier } from './suppliers.ts';

/** Reads an account without a lock; null if there is none. */
export const findAccount = async (em: EntityManager, ref: AccountRef): Promise<Account | null> => {
  const { organisationId: organisation, supplierCode: code, externalAccountNumber } = ref;
  const names = { $in: [externalAccountNumber, erasedName(ref)] };
  const where = { id: accountKey(ref), supplier: { organisation, code }, externalAccountNumber: names };
  const found = await forReading(em).findOne(AccountEntity, where, { populate: ['supplier'] });
  if (found === null) return null;
  const { id, externalAccountNumber: name, serviceAccountNumber, status, erasedAt, supplier } = found;
  return { id, externalAccountNumber: name, serviceAccountNumber, status, erasedAt, supplier: toSupplier(supplier) };
};

/** Changes accounts of a supplier as `plan` decides, with the supplier and the accounts locked. */
export const changeAccounts = async <A>(
  em: EntityManager,
  unlocked: ImportSupplier,
  numbers: ReadonlyArray<string>,
  plan: AccountPlan<A>,
): Promise<A> => {
  const supplier = await lockSupplier(em, unlocked);
  const { changes, result } = plan(supplier, await lockStoredAccounts(em, supplier, numbers));
  await storeAccountChanges(em, supplier, changes);
  return result;
};

/**
 * Returns a ledger; null if the account has none of this number. Locks the account, so that requests for it and undos of its
 * imports wait until the change is committed. An account that was erased while this waited has no ledger to change.
 */
const lockLedger = async (em: EntityManager, { id }: Account, ledgerNumber: string) => {
  await keepOnNode(em, id);
  const { erasedAt } = await em.findOneOrFail(AccountEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return erasedAt === null ? em.findOne(LedgerEntity, { accountId: id, ledgerNumber }) : null;
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
