import type { AccountPlan, AdministrationChanges } from '@carryover/application/ports/operator/operator-work';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { storeAccountChanges } from '../imports/accounts/account-changes.ts';
import { lockStoredAccounts } from '../imports/accounts/stored-accounts.ts';
import { revokeApiKey } from './api-keys.ts';
import { finalizeLedger, setOpenPeriod } from './ledgers.ts';
import { changeSupplier, lockSupplier } from './suppliers.ts';

const changeAccounts = async <A>(
  em: EntityManager,
  of: ImportSupplier,
  numbers: ReadonlyArray<string>,
  plan: AccountPlan<A>,
): Promise<A> => {
  const supplier = await lockSupplier(em, of);
  const { changes, result } = plan(supplier, await lockStoredAccounts(em, supplier, numbers));
  await storeAccountChanges(em, supplier, changes);
  return result;
};

/** @param em of a transaction, which holds the locks. */
export const makeAdministrationChanges = (em: EntityManager): AdministrationChanges => ({
  changeSupplier: (supplier, change) => stored(() => changeSupplier(em, supplier, change)),
  revokeApiKey: (prefix, at) => stored(() => revokeApiKey(em, prefix, at)),
  changeAccounts: (supplier, numbers, plan) => stored(() => changeAccounts(em, supplier, numbers, plan)),
  finalizeLedger: (account, ledgerNumber) => stored(() => finalizeLedger(em, account, ledgerNumber)),
  setOpenPeriod: (account, ledgerNumber, period) => stored(() => setOpenPeriod(em, account, ledgerNumber, period)),
});
